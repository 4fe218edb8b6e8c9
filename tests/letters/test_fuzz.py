"""Letters that nobody wrote down: whatever comes, nothing breaks, leaks in or gets lost."""

from __future__ import annotations

from html import escape
from time import process_time

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from mailbot.mail.body import Reading
from mailbot.mail.letter import read_envelope
from mailbot.mail.screening import machine_sign
from tests.letters.shape import letters, written
from tests.letters.test_corpus import US
from tests.mail.letters import FROM_ANNA, letter, read

#: The same properties, for the suite and for the long run.
quick = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
long = settings(max_examples=6000, deadline=None, suppress_health_check=list(HealthCheck))
both = pytest.mark.parametrize("pace", [quick, pytest.param(long, marks=pytest.mark.soak)])

CORPUS = [one.raw() for one in letters()]
ATTRIBUTIONS = st.sampled_from(
    [
        "On Mon, 4 May 2026 at 12:30, Pentarchy <orders@example.net> wrote:",
        "Am 04.05.2026 um 12:30 schrieb Pentarchy <\norders@example.net>:",
        "Pentarchy <orders@example.net> ezt írta (időpont: 2026. máj. 4., H, 12:30):",
        "Pentarchy, 4.5.2026 12:30:",
        "==ORDERS-ABOVE-THIS-LINE==",
        "-----Original Message-----\nFrom: P <p@example.net>\nSent: 4 May 2026\nTo: A\nSubject: T",
    ]
)
MARKS = st.sampled_from(["> ", ">", ">> ", " > ", "> > ", ">|", "\t>"])
CHAFF = st.sampled_from(
    [
        *("Hello", "", "", "  ", "to be sure", "See you, Anna", "--", "—", "-- ", "* * *", "====="),
        *("Sent from my iPhone", "[EXTERNAL]", "Gesendet mit der GMX Mail App", "#orders", "#end"),
        *("This email has been checked for viruses by Avast.", "_" * 40, "From: me", "To: you"),
        *("12| Wasp to Coral", "public: on Monday at 12:30 he wrote:", "end", "a" * 90, "wrote:"),
        *("On the hill", "Subject: war", "the 12th hour", "I <", "x> y", "AB> yes", "| bar"),
    ]
)
#: What is told when own lines are not read.
TOLD = {"below-signature", "two-frames", "too-long", "held", "quoted-orders"}


def numbered(kind: str, count: int) -> str:
    return f"{kind}{count} to Pearl"


@st.composite
def texts(draw: st.DrawFn) -> str:
    """Own orders `Own1 to Pearl` and quoted ones `Cited1 to Pearl`, the quotes marked."""
    lines: list[str] = []
    for number in range(draw(st.integers(1, 25))):
        match draw(st.integers(0, 4)):
            case 0 | 1:
                lines.append(numbered("Own", number))
            case 2:
                lines.append(draw(CHAFF))
            case 3:
                lines.append(draw(MARKS) + numbered("Cited", number))
            case _:
                mark = draw(MARKS)
                between = draw(st.sampled_from(["", "\n", "\n\n"]))
                cited = f"{mark}{numbered('Cited', number)}\n{mark}"
                lines.append(f"{draw(ATTRIBUTIONS)}\n{between}{cited}")
    return "\n".join(lines)


@st.composite
def pages(draw: st.DrawFn) -> str:
    """The same in HTML: quotes in what mail programs put them in, own lines in anything else."""
    boxes = st.sampled_from(
        [
            "<blockquote type=cite>{}</blockquote>",
            "<div class=gmail_quote>On 4 May A wrote:<blockquote>{}</blockquote></div>",
            "<div class=gmail_quote>---- Forwarded ----<br>From: A<br>To: B<br>Date: C<br>{}</div>",
            "<div class=yahoo_quoted><div>On 4 May, A wrote:</div><div>{}</div></div>",
            "<div class=moz-cite-prefix>A schrieb:</div><blockquote type=cite>{}</blockquote>",
            "<div name=quote><b>Von:</b> A<br>{}</div>",
            "<div><div id=divRplyFwdMsg><b>From:</b> A</div><div>{}</div></div>",
            "<div style='border-left:solid blue 1.5pt'>{}</div>",
        ]
    )
    own = st.sampled_from(
        ["<p>{}</p>", "<div>{}</div>", "{}<br>", "<li>{}</li>", "<pre>\n{}\n</pre>"]
    )
    out = []
    for number in range(draw(st.integers(1, 12))):
        cited = f"<p>{numbered('Cited', number)}</p><div>{numbered('Cited', number + 100)}</div>"
        if draw(st.booleans()):
            out.append(draw(own).format(numbered("Own", number)))
        elif draw(st.booleans()):
            out.append(draw(boxes).format(cited))
        else:
            out.append(f"<p>{escape(draw(CHAFF))}</p>")
    return "".join(out)


def check(reading: Reading, source: str) -> None:
    read_lines = written(f"{reading.text}\n{reading.held}")
    assert not [line for line in read_lines if line.startswith("Cited")]
    own = {word + " to Pearl" for word in source.replace(">", " ").split() if word[:3] == "Own"}
    lost = own - {line.strip() for line in read_lines}
    told = {remark.code for remark in reading.remarks}
    assert not lost or told & TOLD


@both
def test_marked_quotes_stay_out_and_own_lines_in(pace: settings) -> None:
    """MAIL-B4, MAIL-B7."""

    @pace
    @given(texts())
    def run(text: str) -> None:
        check(read(letter(text)), text)

    run()


@both
def test_boxed_quotes_stay_out_and_own_lines_in(pace: settings) -> None:
    """MAIL-B9."""

    @pace
    @given(pages())
    def run(page: str) -> None:
        reading = read(letter(page, kind="text/html"))
        if "Own" in page:
            check(reading, page)

    run()


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A letter of the corpus after an accident or five."""
    raw = draw(st.sampled_from(CORPUS))
    for _ in range(draw(st.integers(1, 5))):
        at, to = sorted((draw(st.integers(0, len(raw))), draw(st.integers(0, len(raw)))))
        piece = draw(
            st.sampled_from([raw[at:to], b"", b"\n", b"\r", b"\x00", b">", b"<", b"--", b"="])
        )
        match draw(st.integers(0, 3)):
            case 0:
                raw = raw[:at] + raw[at + draw(st.integers(0, 40)) :]
            case 1:
                raw = raw[:at] + piece[:2000] + raw[at:]
            case 2:
                raw = raw[:at] + raw[to:]
            case _:
                raw = raw[:at] + draw(st.binary(max_size=8)) + raw[at:]
    return raw


@both
def test_damaged_letters_are_read_all_the_same(pace: settings) -> None:
    """MAIL-H1."""

    @pace
    @given(damaged())
    def run(raw: bytes) -> None:
        machine_sign(read_envelope(raw), US)
        reading = read(raw)
        assert (reading.trouble is None) == bool(reading.text or reading.held)

    run()


UNITS = st.lists(
    CHAFF
    | ATTRIBUTIONS
    | MARKS
    | st.sampled_from(
        ["<div>", "</div>", "<blockquote>", "<p", "&", "<!--", "On 4 May 2026 ", "@", ": "]
    )
    | st.text(st.characters(codec="utf-8"), max_size=8),
    min_size=1,
    max_size=6,
)


@both
def test_twice_the_text_takes_twice_the_time(pace: settings) -> None:
    """PERF-P8: no text can be made of which the reader has more than in proportion to do."""

    @settings(pace, max_examples=max(pace.max_examples // 30, 4))
    @given(UNITS, st.sampled_from(["\n", ""]), st.sampled_from(["text/plain", "text/html"]))
    def run(units: list[str], between: str, kind: str) -> None:
        unit = between.join(units) + between
        assume(unit.strip())
        growth = [seconds(wide(unit, size, kind)) for size in (50_000, 200_000)]
        assert growth[1] < 8 * growth[0] + 0.1

    run()


def wide(unit: str, size: int, kind: str) -> bytes:
    text = unit * (size // len(unit.encode()) + 1)
    head = f"Content-Type: {kind}; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n"
    return f"{FROM_ANNA}{head}{text}".encode()


def seconds(raw: bytes) -> float:
    times = []
    for _ in range(2):
        start = process_time()
        read(raw)
        times.append(process_time() - start)
    return min(times)
