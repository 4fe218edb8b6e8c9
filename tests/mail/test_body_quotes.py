"""What a player wrote, and what he only sent back (MAIL-B3 to B8)."""

from __future__ import annotations

import pytest

from mailbot.mail.body import known_lines, read_body
from mailbot.mail.outgoing import ORDERS_ABOVE
from mailbot.render.echo import echo
from tests.mail.letters import codes, is_order, letter, own, read

ORDER = "Phoenix to Pearl"

ATTRIBUTIONS = [
    "On Mon, 4 May 2026 at 12:30, Pentarchy <orders@example.net> wrote:",
    "On Mon, 4 May 2026 at 12:30, Pentarchy <\norders@example.net> wrote:",
    "On 5/4/2026 12:30 PM, Pentarchy wrote:",
    "On May 4, 2026, at 12:30 PM, Pentarchy <orders@example.net> wrote:",
    "Am Mo., 4. Mai 2026 um 12:30 Uhr schrieb Pentarchy <orders@example.net>:",
    "Am 04.05.2026 um 12:30 schrieb Pentarchy:",
    "Le lun. 4 mai 2026 à 12:30, Pentarchy <orders@example.net> a\xa0écrit :",
    "Le 04/05/2026 à 12:30, Pentarchy a écrit :",
    "El lun, 4 may 2026 a las 12:30, Pentarchy (<orders@example.net>) escribió:",
    "Il giorno lun 4 mag 2026 alle ore 12:30 Pentarchy <\norders@example.net> ha scritto:",
    "Il 04/05/2026 12:30, Pentarchy ha scritto:",
    "Op ma 4 mei 2026 om 12:30 schreef Pentarchy <orders@example.net>:",
    "Op 4-5-2026 om 12:30 schreef Pentarchy:",
    "Em seg., 4 de mai. de 2026 às 12:30, Pentarchy <orders@example.net> escreveu:",
    "Den mån 4 maj 2026 kl 12:30 skrev Pentarchy <orders@example.net>:",
    "man. 4. mai 2026 kl. 12:30 skrev Pentarchy <orders@example.net>:",
    "ma 4. toukok. 2026 klo 12.30 Pentarchy (orders@example.net) kirjoitti:",
    "pon., 4 maj 2026 o 12:30 Pentarchy <orders@example.net> napisał(a):",
    "пн, 4 мая 2026 г. в 12:30, Pentarchy <orders@example.net>:",
    "Pentarchy <orders@example.net> 于2026年5月4日周一 12:30写道：",
    "2026年5月4日(月) 12:30 Pentarchy <orders@example.net>:",
    "2026-05-04 12:30 GMT+02:00 Pentarchy <orders@example.net>:",
    "12:30, 4 May 2026, Pentarchy <orders@example.net>:",
    "On Monday, May 4, 2026 at 12:30:00 PM GMT+2, Pentarchy <orders@example.net> wrote:  ",
    "Pentarchy/Games wrote on 04.05.2026 12:30:00:",
]

HEADER_BLOCKS = [
    "From: Pentarchy <orders@example.net>\nSent: Monday, 4 May 2026 12:30\nTo: Anna\nSubject: T3",
    "Von: Pentarchy <o@example.net>\nGesendet: 4. Mai 2026 12:30\nAn: Anna\nBetreff: T3",
    "De : Pentarchy <orders@example.net>\nEnvoyé : lundi 4 mai 2026 12:30\nÀ : Anna\nObjet : T3",
    "De: Pentarchy <o@example.net>\nEnviado: 4 de mayo de 2026 12:30\nPara: Anna\nAsunto: T3",
    "Da: Pentarchy <orders@example.net>\nInviato: lunedì 4 maggio 2026 12:30\nA: Anna\nOggetto: T3",
    "Van: Pentarchy <o@example.net>\nVerzonden: 4 mei 2026 12:30\nAan: Anna\nOnderwerp: T3",
    'Gesendet: Montag, 4. Mai 2026 um 12:30 Uhr\nVon: "P" <o@example.net>\nAn: A\nBetreff: T3',
    "-----Original-Nachricht-----\nBetreff: T3\nDatum: 2026-05-04\nVon: P <o@example.net>\nAn: A",
    "差出人: P <o@example.net>\n送信日時: 2026年5月4日 12:30\n宛先: Anna\n件名: T3",
    "*From:* Pentarchy <orders@example.net>\n*Date:* Monday, 4 May 2026\n*To:* Anna\n*Subject:* T3",
]

ORIGINALS = [
    "-----Original Message-----",
    "-----Ursprüngliche Nachricht-----",
    "----- Message d'origine -----",
    "-----Mensaje original-----",
    "-----Messaggio originale-----",
    "-----Oorspronkelijk bericht-----",
    "---------- Forwarded message ---------",
    "Begin forwarded message:",
]

SHEET = "Volen to Agnes\nThis is the sheet of turn 3"


def marked(text: str) -> str:
    return "".join(f"> {line}\n" for line in text.split("\n"))


@pytest.mark.parametrize("head", [*ATTRIBUTIONS, *HEADER_BLOCKS, *ORIGINALS, ORDERS_ABOVE])
def test_text_above_an_unmarked_quote_is_own(head: str) -> None:
    """MAIL-B4."""
    reading = read(letter(f"{ORDER}\n\n{head}\n\n{SHEET}\n"))
    assert (reading.text, reading.held) == (ORDER, "")


@pytest.mark.parametrize("head", [*ATTRIBUTIONS, *HEADER_BLOCKS, *ORIGINALS, ORDERS_ABOVE])
def test_text_between_and_below_a_marked_quote_is_own(head: str) -> None:
    """MAIL-B4."""
    text = f"Hello\n\n{head}\n\n{marked(SHEET)}\n{ORDER}\n\n{marked('more')}\nEden to Agnes\n"
    lines = [line for line in own(text).split("\n") if line]
    assert lines == ["Hello", ORDER, "Eden to Agnes"]


@pytest.mark.parametrize("head", [*ATTRIBUTIONS, *HEADER_BLOCKS, *ORIGINALS, ORDERS_ABOVE])
def test_text_only_below_an_unmarked_head_is_held(head: str) -> None:
    """MAIL-B4."""
    reading = read(letter(f"{head}\n\n{ORDER}\n"))
    assert (reading.text, reading.held) == ("", ORDER)
    assert codes(reading) == {"held"}
    assert reading.trouble is None


@pytest.mark.parametrize(
    "text",
    [
        "From: hex 0412\nTo: hex 0511",
        "to test this in 2 weeks\nI wrote:\nnothing",
        "On turn 3 Zane wrote to me that he will attack",
        "Phoenix at Agnes: 3 modules\n12 to Pearl",
        "public: on Monday the 5th he wrote:\nno",
        "Le Havre at Pearl\nDen 3 to Agnes",
    ],
)
def test_own_lines_that_resemble_a_quote_stay(text: str) -> None:
    """MAIL-B5, MAIL-B6."""
    assert own(text) == text


def test_a_name_alone_is_an_attribution_only_above_a_marked_quote() -> None:
    assert own(f"{ORDER}\nAnna wrote:\n{marked(SHEET)}") == ORDER
    assert own(f"{ORDER}\nAnna wrote:\nEden to Agnes").endswith("wrote:\nEden to Agnes")


@pytest.mark.parametrize("mark", ["-- ", "--", "—"])
def test_a_signature_ends_the_text(mark: str) -> None:
    """MAIL-B4."""
    assert own(f"{ORDER}\n{mark}\nAnna\nThe bakery") == ORDER


def test_a_lone_dash_above_orders_is_no_signature() -> None:
    """MAIL-B4."""
    assert own(f"{ORDER}\n--\nEden to Agnes") == f"{ORDER}\n--\nEden to Agnes"


def test_own_text_below_a_quote_below_a_signature_is_read() -> None:
    assert own(f"{ORDER}\n-- \nAnna\n\n> quoted\nEden to Agnes") == f"{ORDER}\nEden to Agnes"


@pytest.mark.parametrize(
    "line",
    [
        "Sent from my iPhone",
        "Get Outlook for iOS<https://example.org/x>",
        "Von meinem iPhone gesendet",
        "Gesendet mit der GMX Mail App",
        "Envoyé de mon iPhone",
        "Enviado desde mi iPhone",
        "Inviato da iPhone",
        "Verstuurd vanaf mijn iPhone",
        "________________________________",
    ],
)
def test_what_a_phone_writes_at_the_end_is_dropped(line: str) -> None:
    """MAIL-B4."""
    assert own(f"{ORDER}\n\n{line}\n") == ORDER


def test_an_order_below_a_phone_signature_saves_it() -> None:
    assert own(f"Sent from my iPhone\n{ORDER}").endswith(ORDER)


def test_orders_only_in_a_marked_quote_are_remarked() -> None:
    """MAIL-B7."""
    reading = read(letter(f"Yes please\n\n> {ORDER}\n"))
    assert (reading.text, codes(reading)) == ("Yes please", {"quoted-orders"})


def test_quoted_orders_below_own_orders_are_no_news() -> None:
    """MAIL-B7."""
    assert not read(letter(f"Eden to Agnes\n\n> {ORDER}\n")).remarks


def test_our_own_lines_are_taken_out_outside_frames() -> None:
    """MAIL-B8."""
    ours = known_lines("The  harbour of Pearl burns\nshort\nPhoenix to Pearl")
    text = "The harbour   of Pearl burns\nshort\nPhoenix to Pearl"
    assert read(letter(text), ours=ours).text == f"short\n{ORDER}"
    framed = f"#orders\n{text}\n#end"
    assert read(letter(framed), ours=ours).text == text


@pytest.mark.parametrize("quote", ["", "> ", ">> > ", "  "])
def test_an_echoed_order_is_never_read_again(quote: str) -> None:
    """MAIL-O4."""
    echoed = "\n".join(quote + line for line in echo(12, "Volen, Eden, Rhea to Agnes " * 5))
    assert own(f"{ORDER}\n{echoed}\nEden to Agnes") == f"{ORDER}\nEden to Agnes"


def test_an_echo_is_narrow_and_marked_on_every_line() -> None:
    """MAIL-O4."""
    lines = echo(1234, "word " * 40 + "x" * 100)
    assert max(map(len, lines)) <= 60
    assert all(line.startswith("1234| ") for line in lines)


def test_a_frame_is_read_without_its_fence() -> None:
    """MAIL-B3."""
    assert own(f"Hi\n#Orders\n{ORDER}\n#END\nEden to Agnes") == f"Hi\n{ORDER}\nEden to Agnes"


def test_inside_a_frame_nothing_is_taken_for_a_signature() -> None:
    """MAIL-B3."""
    assert own(f"#orders\n{ORDER}\n-- \nEden to Agnes\n#end") == f"{ORDER}\n-- \nEden to Agnes"


def test_inside_a_frame_quotes_echoes_and_links_are_dropped() -> None:
    """MAIL-B3."""
    inside = f"> Volen to Agnes\n 3| Rhea to Agnes\n{ORDER}<https://example.org/?q=1>"
    assert own(f"#orders\n{inside}\n#end") == ORDER


def test_the_last_of_two_frames_counts() -> None:
    """MAIL-B3."""
    reading = read(letter(f"#orders\nEden to Agnes\n#end\n#orders\n{ORDER}\n#end"))
    assert (reading.text, codes(reading)) == (ORDER, {"two-frames"})


def test_frames_of_two_sides_both_count() -> None:
    """MAIL-B3."""
    text = f"#orders Red\nEden to Agnes\n#end\n#orders Blue\n{ORDER}\n#end"
    assert own(text) == f"Eden to Agnes\n{ORDER}"


def test_a_frame_that_is_never_closed_is_plain_text() -> None:
    assert own(f"#orders\n{ORDER}\n-- \nAnna") == ORDER


def test_a_frame_below_the_cut_is_held_if_no_order_stands_above() -> None:
    """MAIL-B3."""
    below = f"{ATTRIBUTIONS[0]}\n\nThe sheet\n#orders\n{ORDER}\n#end\nmore"
    reading = read(letter(f"Here you are\n\n{below}"))
    assert (reading.text, reading.held) == ("Here you are", ORDER)
    assert read(letter(f"Eden to Agnes\n\n{below}")).held == ""


def test_blank_lines_inside_the_own_text_stay() -> None:
    """MAIL-B10."""
    assert own(f"\n\n{ORDER}\n\nEden to Agnes\n\n") == f"{ORDER}\n\nEden to Agnes"


def test_the_line_above_a_forwarded_letter_is_never_an_order() -> None:
    """(MAIL-B4) In Raider's sign-up it would be a ship called Forwarded with modules A2EGM2S."""
    text = (
        "Phoenix to Pearl\n\n-------- Forwarded Message --------\nSubject: T3\nDate: 4 May 2026\n"
    )
    raw = letter(f"{text}From: Pentarchy <orders@example.net>\nTo: Anna\n\nVolen to Agnes")
    reading = read_body(raw, reads_as_order=lambda line: is_order(line) or "Message" in line)
    assert reading.text.strip() == "Phoenix to Pearl"
