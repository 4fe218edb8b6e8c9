"""Which part of a letter is read, and as which characters (MAIL-H4, MAIL-H5, MAIL-B1, MAIL-B2)."""

from __future__ import annotations

from base64 import encodebytes

import pytest

from mailbot.mail.parts import MOST_PARTS, parse
from tests.mail.letters import FROM_ANNA, codes, letter, multipart, own, part, read

ORDER = "Phoenix to Pearl"
HEAD = FROM_ANNA.encode()


@pytest.mark.parametrize("how", ["8bit", "base64", "quoted-printable"])
@pytest.mark.parametrize("charset", ["utf-8", "iso-8859-15", "cp1252", "utf-16"])
def test_a_plain_letter_is_its_text(how: str, charset: str) -> None:
    reading = read(letter("Jäger to Pearl\nEden to Agnes", charset=charset, how=how))
    assert reading.text == "Jäger to Pearl\nEden to Agnes"
    assert not reading.remarks


@pytest.mark.parametrize(
    ("said", "data", "text"),
    [
        ("gb2312", "北京 to Pearl".encode("gb18030"), "北京 to Pearl"),
        ("ks_c_5601-1987", "서울 to Pearl".encode("cp949"), "서울 to Pearl"),
        ("iso-8859-1", b"\x93Eden\x94 to Pearl", "“Eden” to Pearl"),
        ('"UTF-8"', "Zoë to Pearl".encode(), "Zoë to Pearl"),
        ("koi8-r", "Волга to Pearl".encode("koi8-r"), "Волга to Pearl"),
    ],
)
def test_character_sets_go_by_what_programs_mean(said: str, data: bytes, text: str) -> None:
    """MAIL-H4."""
    reading = read(HEAD + f"Content-Type: text/plain; charset={said}\n\n".encode() + data)
    assert (reading.text, reading.remarks) == (text, ())


@pytest.mark.parametrize(
    "said", ["", "x-unknown", "nonsense\x00", "hex", "idna", "us-ascii", "utf-8"]
)
def test_a_guessed_character_set_is_remarked(said: str) -> None:
    """MAIL-H4."""
    raw = HEAD + f"Content-Type: text/plain; charset={said}\n\n".encode() + b"Zo\xeb to Pearl"
    assert read(raw).text == "Zoë to Pearl"
    assert codes(read(raw)) == {"charset-guessed"}


def test_utf_8_under_a_wrong_flag_is_still_read() -> None:
    raw = HEAD + b"Content-Type: text/plain; charset=us-ascii\n\n" + "Zoë to Pearl".encode()
    assert read(raw).text == "Zoë to Pearl"


def test_plain_text_is_preferred_to_html() -> None:
    """MAIL-H5."""
    raw = multipart("alternative", part(f"{ORDER}\nEden to Agnes"), part("<p>no", kind="text/html"))
    assert read(HEAD + raw).text == f"{ORDER}\nEden to Agnes"


@pytest.mark.parametrize("stub", ["", "View this in HTML"])
def test_a_stub_gives_way_to_the_html(stub: str) -> None:
    """MAIL-H5."""
    html = "<div>Phoenix to Pearl</div><div>Eden, Volen to Agnes, and all the others too</div>"
    raw = multipart("alternative", part(stub), part(html, kind="text/html"))
    assert read(HEAD + raw).text.startswith("Phoenix to Pearl\nEden, Volen to Agnes")


def test_one_order_beside_its_html_is_no_stub() -> None:
    html = f"<div>{ORDER}</div><div class=gmail_quote>{'much quoted text ' * 50}</div>"
    raw = multipart("alternative", part(ORDER), part(html, kind="text/html"))
    assert read(HEAD + raw).text == ORDER


def test_all_inline_texts_of_a_mixed_letter_are_joined() -> None:
    """MAIL-H5."""
    picture = b"Content-Type: image/png\nContent-Transfer-Encoding: base64\n\niVBORw0KGgo=\n"
    raw = HEAD + multipart("mixed", part(ORDER), picture, part("Eden to Agnes"))
    assert read(raw).text == f"{ORDER}\nEden to Agnes"


def test_a_forwarded_letter_inside_is_not_read() -> None:
    """MAIL-H5."""
    inner = b"Content-Type: message/rfc822\n\n" + letter("Volen to Agnes")
    assert read(HEAD + multipart("mixed", part(ORDER), inner)).text == ORDER


def test_a_nested_letter_is_read_through_its_layers() -> None:
    alternative = multipart(
        "alternative", part(ORDER), part("<p>x", kind="text/html"), boundary="in"
    )
    signed = multipart("signed", alternative, part("sig", kind="application/pgp-signature"))
    assert read(HEAD + signed).text == ORDER


@pytest.mark.parametrize(
    ("body", "text"), [("Hello", f"Hello\n{ORDER}"), ("Eden to Agnes", "Eden to Agnes")]
)
def test_an_attached_text_counts_only_if_the_letter_has_no_order(body: str, text: str) -> None:
    """MAIL-H5."""
    attached = b"Content-Disposition: attachment; filename=orders.txt\n" + part(ORDER)
    assert read(HEAD + multipart("mixed", part(body), attached)).text == text


@pytest.mark.parametrize(
    ("kind", "trouble"),
    [
        ("application/pkcs7-mime; smime-type=enveloped-data", "encrypted"),
        ("message/partial; id=x; number=1", "partial"),
        ("application/ms-tnef", "winmail"),
        ("application/octet-stream", "binary"),
        ("text/plain", "empty"),
    ],
)
def test_what_cannot_be_read_is_named(kind: str, trouble: str) -> None:
    """MAIL-H5."""
    assert read(HEAD + f"Content-Type: {kind}\n\n \n".encode()).trouble == trouble


@pytest.mark.parametrize("count", [1, 2])
def test_files_that_are_not_read_are_remarked_where_orders_are_missing(count: int) -> None:
    """MAIL-H5."""
    word = b"Content-Type: application/msword; name=orders.doc\n\n\xd0\xcf"
    text = b"Content-Disposition: attachment; filename=orders.txt\n" + part(ORDER)
    files = [word] if count == 1 else [text, text]
    assert codes(read(HEAD + multipart("mixed", part("Hi"), *files))) == {"attachment-not-read"}
    assert not read(HEAD + multipart("mixed", part(ORDER), *files)).remarks


def test_html_may_name_its_character_set_itself() -> None:
    """MAIL-H4."""
    html = '<meta http-equiv=x content="text/html; charset=iso-8859-2"><p>Łódź to Pearl'
    raw = HEAD + b"Content-Type: text/html\n\n" + html.encode("iso-8859-2")
    assert (read(raw).text, read(raw).remarks) == ("Łódź to Pearl", ())


def test_parts_of_a_digest_are_letters_unless_said_otherwise() -> None:
    digest = multipart("digest", b"\nFrom: b@example.org\n\nVolen to Agnes", boundary="d")
    assert read(HEAD + multipart("mixed", part(ORDER), digest)).text == ORDER


def test_one_boundary_for_two_multiparts_is_understood() -> None:
    inner = b'Content-Type: multipart/alternative; boundary="b1"\n\n'
    parts = (inner, part(f"{ORDER}\nEden to Agnes"), part("<p>no", kind="text/html"))
    assert read(HEAD + multipart("mixed", *parts)).text == f"{ORDER}\nEden to Agnes"


def tnef(body: bytes) -> bytes:
    """The smallest winmail.dat with a text: signature, key, and the attribute attBody."""
    head = b"\x78\x9f\x3e\x22\x01\x00\x01" + (0x0002800C).to_bytes(4, "little")
    data = body + b"\x00"
    size, checksum = len(data).to_bytes(4, "little"), (sum(data) & 0xFFFF).to_bytes(2, "little")
    return head + size + data + checksum + bytes(8)


def test_the_text_inside_winmail_dat_is_read() -> None:
    """MAIL-H5."""
    coded = encodebytes(tnef(b"Phoenix to Pearl\r\nEden to Agnes"))
    head = b"Content-Type: application/ms-tnef; name=winmail.dat\n"
    attached = head + b"Content-Transfer-Encoding: base64\n\n" + coded
    raw = HEAD + multipart("mixed", part(""), attached)
    assert read(raw).text == f"{ORDER}\nEden to Agnes"


def test_an_encrypted_letter_is_named() -> None:
    lock = "-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----"
    assert read(letter(lock)).trouble == "encrypted"
    assert read(HEAD + multipart("encrypted", part("Version: 1"))).trouble == "encrypted"


def test_a_clear_signature_is_taken_off() -> None:
    """MAIL-H5."""
    text = (
        "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nPhoenix to Pearl\n- -- \nAnna\n"
        "-----BEGIN PGP SIGNATURE-----\n\niQ==\n-----END PGP SIGNATURE-----\n"
    )
    assert own(text) == ORDER


def test_a_letter_above_the_limit_is_not_read() -> None:
    """MAIL-R3."""
    assert read(letter("x" * 1_100_000)).trouble == "too-large"


def test_a_long_text_is_cut_and_remarked() -> None:
    """MAIL-B12."""
    reading = read(letter(f"{ORDER}\n" * 2100))
    assert reading.text.count("\n") == 1999
    assert codes(reading) == {"too-long"}


def test_a_long_line_is_divided_at_a_space() -> None:
    """MAIL-B12."""
    lines = own("press " * 400).split("\n")
    assert max(map(len, lines)) <= 1000
    assert "".join(lines).split() == ["press"] * 400


@pytest.mark.parametrize(
    ("written", "read_as"),
    [
        ("Phoenix\u00a0to\u202fPearl", "Phoenix to Pearl"),
        ("Phoe\u00adnix\u200b to\u2060 Pearl\ufeff", "Phoenix to Pearl"),
        ("Ｐｈｏｅｎｉｘ to Pearl", "Phoenix to Pearl"),
        ("Zoe\u0308 to Pearl", "Zoë to Pearl"),
        ("a\u2028b\u0085c\x0bd\re\r\nf", "a\nb\nc\nd\ne\nf"),
        ("½ of x² “stays”", "½ of x² “stays”"),
        ("\x00Phoenix\x1b to\x7f Pearl", "Phoenix to Pearl"),
    ],
)
def test_odd_characters_are_made_plain(written: str, read_as: str) -> None:
    """MAIL-B1."""
    assert own(written) == read_as


def flowed(text: str, more: str = "") -> str:
    kind = f"text/plain; format=flowed{more}"
    return read(letter(text, kind=kind)).text


LONG = "public: a long line of press that the program of its writer wrapped "


def test_a_wrapped_line_is_joined_again() -> None:
    """MAIL-B2."""
    assert flowed(f"{LONG}\nhere\n{ORDER}") == f"{LONG}here\n{ORDER}"
    assert flowed(f"{LONG}\nhere", "; delsp=yes") == f"{LONG[:-1]}here"


def test_a_short_order_that_ends_in_a_space_stays_by_itself() -> None:
    """MAIL-B2."""
    assert flowed("Phoenix to Pearl \nEden to Agnes \n") == "Phoenix to Pearl \nEden to Agnes"


def test_a_wrapped_line_ends_before_a_signature_or_a_quote() -> None:
    """MAIL-B2."""
    assert flowed(f"{LONG}\n-- \nAnna") == LONG.rstrip()
    assert flowed(f"{LONG}\n> {ORDER}\n") == LONG.rstrip()


def test_space_stuffing_is_undone() -> None:
    """MAIL-B2."""
    assert flowed(" From Agnes to Pearl\n x") == "From Agnes to Pearl\nx"


def test_a_part_without_its_last_boundary_is_read() -> None:
    raw = HEAD + b'Content-Type: multipart/mixed; boundary="b"\n\n--b\n\n' + ORDER.encode()
    assert read(raw).text == ORDER


def test_a_multipart_letter_without_parts_is_read_as_it_stands() -> None:
    assert read(HEAD + b"Content-Type: multipart/mixed\n\n" + ORDER.encode()).text == ORDER


def test_no_more_parts_are_opened_than_a_letter_needs() -> None:
    """MAIL-H5."""
    whole = parse(HEAD + multipart("mixed", *[part("x")] * 1000))
    assert sum(1 for _ in whole.walk()) == MOST_PARTS
