"""Real servers for tests: Dovecot, Postfix and PostgreSQL on loopback ports, from a folder in /tmp.

Fixtures `dovecot`, `postfix` and `postgres_url` live as long as the test session; every worker of
pytest-xdist has its own. Mark tests that use them `@pytest.mark.servers`. Where the programs are
missing such a test is skipped, but in CI (`CI=true`) it fails.
"""

from __future__ import annotations

import grp
import os
import pwd
import shutil
import signal
import smtplib
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

import pytest
from imapclient import IMAPClient

from mailbot.accounts import ImapAccount, Security, SmtpAccount
from tests.helpers.certificate import write_certificate
from tests.helpers.server_configs import (
    DOVECOT_CONF,
    DOVECOT_OAUTH2,
    POSTFIX_MAIN,
    POSTFIX_MASTER,
    POSTFIX_QUEUES,
)

PATIENCE = 20.0


@pytest.fixture(scope="session")
def dovecot() -> Iterator[Dovecot]:
    """IMAP and LMTP; make mailboxes with `add_user`."""
    program = need("dovecot")
    with _folder("dovecot") as folder:
        server = Dovecot(folder)
        server.configure()
        with _running([program, "-F", "-c", str(folder / "dovecot.conf")], folder):
            _await_banner(server.imap_port, b"* OK", folder)
            _await_banner(server.lmtp_port, b"220", folder)
            yield server


@pytest.fixture(scope="session")
def postfix(dovecot: Dovecot) -> Iterator[Postfix]:
    """Submission with STARTTLS and AUTH, delivering what is for `game.test` to `dovecot`."""
    program = need("postfix")
    if os.geteuid() != 0:
        _without("Postfix starts for root only")
    with _folder("postfix") as folder:
        server = Postfix(folder)
        server.configure(dovecot)
        stop = [program, "-c", str(folder / "etc"), "stop"]
        with _running([program, "-c", str(folder / "etc"), "start-fg"], folder, stop=stop):
            _await_banner(server.port, b"220", folder)
            yield server


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """URL for SQLAlchemy of an empty database."""
    with _folder("postgres") as folder:
        dropped = _as_unprivileged(folder)
        data = str(folder / "data")
        initdb = [need("initdb"), "-D", data, "-U", "game", "-A", "trust", "-E", "UTF8"]
        _run([*dropped, *initdb, "--locale=C.UTF-8", "--no-sync"], folder)
        port = free_port()
        serve = [need("postgres"), "-D", data, "-k", str(folder), "-h", "127.0.0.1"]
        with _running([*dropped, *serve, "-p", str(port)], folder, signal.SIGINT):
            _await_postgres(port, folder)
            _run([need("createdb"), *_pg_address(port), "game"], folder)
            yield f"postgresql+psycopg://game@127.0.0.1:{port}/game"


def free_port() -> int:
    """A port that nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Dovecot:
    """A running Dovecot."""

    folder: Path
    imap_port: int = field(default_factory=free_port)
    imaps_port: int = field(default_factory=free_port)
    lmtp_port: int = field(default_factory=free_port)
    auth_port: int = field(default_factory=free_port)
    #: Where a provider of access tokens is asked, if a test runs one.
    provider_port: int = field(default_factory=free_port)
    passwords: dict[str, str] = field(default_factory=dict)

    @property
    def ca_file(self) -> Path:
        return self.folder / "cert.pem"

    def add_user(self, address: str, password: str = "secret") -> None:
        """A mailbox for this address, and for `name+detail@` too; may be repeated."""
        self.add_users({address: password})

    def add_users(self, passwords: Mapping[str, str]) -> None:
        """Several mailboxes at once; those that are there already cost nothing."""
        before = dict(self.passwords)
        self.passwords.update((user.lower(), word) for user, word in passwords.items())
        if self.passwords == before:
            return
        if before:
            # Dovecot looks at the file once a second at most.
            time.sleep(1.02 - time.time() % 1)
        lines = "".join(f"{user}:{{PLAIN}}{word}\n" for user, word in self.passwords.items())
        (self.folder / "users").write_text(lines)

    def deliver(self, address: str, raw: bytes, sender: str = "sender@example.org") -> None:
        """Put a letter into the mailbox as a mail server does, by LMTP."""
        with smtplib.LMTP("127.0.0.1", self.lmtp_port) as lmtp:
            lmtp.sendmail(sender, [address], raw)

    def letters(self, address: str, folder: str = "INBOX") -> list[bytes]:
        """What lies in the folder, oldest first."""
        with self.client(address) as client:
            client.select_folder(folder, readonly=True)
            found = client.fetch(client.search(), ["BODY.PEEK[]"])
            return [found[uid][b"BODY[]"] for uid in sorted(found)]

    def client(self, address: str) -> IMAPClient:
        """A logged-in client for a test's own doings; use it in a `with`."""
        client = IMAPClient("127.0.0.1", self.imap_port, ssl=False, timeout=PATIENCE)
        try:
            client.login(address, self.passwords[address.lower()])
        except BaseException:
            client.shutdown()
            raise
        return client

    def account(
        self, address: str, security: Security = Security.PLAIN, folder: str = "INBOX"
    ) -> ImapAccount:
        """The account of this user as the service's config gives it."""
        return ImapAccount(
            host="localhost" if security is not Security.PLAIN else "127.0.0.1",
            port=self.imaps_port if security is Security.TLS else self.imap_port,
            user=address,
            password=self.passwords[address.lower()],
            security=security,
            ca_file=self.ca_file,
            folder=folder,
        )

    def configure(self) -> None:
        """Write everything that the server reads at its start."""
        owner = pwd.getpwnam("nobody") if os.geteuid() == 0 else pwd.getpwuid(os.geteuid())
        for name in ("run", "state", "home"):
            (self.folder / name).mkdir()
        write_certificate(self.folder)
        (self.folder / "users").write_text("")
        if os.geteuid() == 0:
            os.chown(self.folder / "home", owner.pw_uid, owner.pw_gid)
            shutil.chown(self.folder / "users", "root", "dovecot")
            (self.folder / "users").chmod(0o640)
        oauth2 = DOVECOT_OAUTH2.format(port=self.provider_port)
        (self.folder / "oauth2.conf").write_text(oauth2)
        (self.folder / "dovecot.conf").write_text(self._conf(owner))

    def _conf(self, owner: pwd.struct_passwd) -> str:
        root = os.geteuid() == 0
        return DOVECOT_CONF.format(
            folder=self.folder,
            internal=owner.pw_name if not root else "dovecot",
            internal_group=grp.getgrgid(owner.pw_gid).gr_name if not root else "dovecot",
            login=owner.pw_name if not root else "dovenull",
            owner=owner,
            server=self,
        )


@dataclass
class Postfix:
    """A running Postfix; any user of its Dovecot may hand in letters.

    `refused@game.test` is answered 550 and `later@game.test` 450. A letter to an address that
    Dovecot does not know is taken, and bounces to its envelope sender.
    """

    folder: Path
    port: int = field(default_factory=free_port)

    @property
    def ca_file(self) -> Path:
        return self.folder / "cert.pem"

    def account(self, user: str, password: str = "secret") -> SmtpAccount:
        """The account of this user as the service's config gives it."""
        return SmtpAccount(
            host="localhost",
            port=self.port,
            user=user,
            password=password,
            security=Security.STARTTLS,
            ca_file=self.ca_file,
        )

    def configure(self, dovecot: Dovecot) -> None:
        """Write everything that the server reads at its start."""
        for name in ("etc", "spool", "data"):
            (self.folder / name).mkdir()
        shutil.chown(self.folder / "data", "postfix")
        write_certificate(self.folder)
        main, master = self.folder / "etc/main.cf", self.folder / "etc/master.cf"
        main.write_text(POSTFIX_MAIN.format(folder=self.folder, dovecot=dovecot))
        master.write_text(POSTFIX_MASTER.format(port=self.port))
        for file in (main, master):
            # Postfix distrusts a main.cf younger than a second and reads it again and again.
            os.utime(file, (time.time() - 60,) * 2)
        self._queue()

    def _queue(self) -> None:
        """The queue's folders and `quick-start`: with them Postfix skips two seconds of checks."""
        spool = self.folder / "spool"
        for name in POSTFIX_QUEUES:
            (spool / name).mkdir(mode=0o700)
            shutil.chown(spool / name, "postfix")
        for name, mode in (("maildrop", 0o1730), ("public", 0o2710)):
            (spool / name).mkdir()
            shutil.chown(spool / name, "postfix", "postdrop")
            (spool / name).chmod(mode)
        (spool / "pid").mkdir()
        (spool / "quick-start").touch()


def need(program: str) -> str:
    """Path of a server's program, or no test."""
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    places = ["/usr/sbin", "/usr/local/sbin", *map(str, versions), os.environ.get("PATH", "")]
    return shutil.which(program, path=os.pathsep.join(places)) or _without(
        f"no program `{program}`: install dovecot-imapd dovecot-lmtpd postfix postgresql chromium"
    )


def _without(reason: str) -> NoReturn:
    """Skip the test, loudly; in CI a missing server is a failure."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"the real servers are not tested: {reason}")
    pytest.skip(f"THE REAL SERVERS ARE NOT TESTED: {reason}")


@contextmanager
def _folder(name: str) -> Iterator[Path]:
    """A short path that the servers' own users may enter: their sockets lie below it."""
    folder = Path(tempfile.mkdtemp(prefix=f"{name}-", dir="/tmp"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _running(
    command: Sequence[str],
    folder: Path,
    ending: signal.Signals = signal.SIGTERM,
    stop: Sequence[str] = (),
) -> Iterator[None]:
    """The server in the foreground, ended by its own `stop` command or by a signal."""
    with (folder / "output.log").open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output, cwd=folder)
        try:
            yield
        finally:
            if stop:
                subprocess.run(stop, check=False, capture_output=True)
            else:
                process.send_signal(ending)
            process.wait(PATIENCE)


def _run(command: Sequence[str], folder: Path) -> None:
    done = subprocess.run(command, check=False, capture_output=True, cwd=folder, text=True)
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"


def _await_banner(port: int, greeting: bytes, folder: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1) as link:
            if link.recv(200).startswith(greeting):
                return
        time.sleep(0.01)
    raise TimeoutError(f"port {port} stays silent:\n{_logs(folder)}")


def _await_postgres(port: int, folder: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    ready = [need("pg_isready"), "-q", *_pg_address(port)]
    while subprocess.run(ready, check=False).returncode:
        if time.monotonic() > deadline:
            raise TimeoutError(f"PostgreSQL does not start:\n{_logs(folder)}")
        time.sleep(0.02)


def _pg_address(port: int) -> list[str]:
    return ["-h", "127.0.0.1", "-p", str(port), "-U", "game"]


def _logs(folder: Path) -> str:
    return "\n".join(log.read_text(errors="replace") for log in folder.glob("*.log"))


def _as_unprivileged(folder: Path) -> list[str]:
    """PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return []
    known = {user.pw_name for user in pwd.getpwall()}
    user = pwd.getpwnam("postgres" if "postgres" in known else "nobody")
    os.chown(folder, user.pw_uid, user.pw_gid)
    return ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]
