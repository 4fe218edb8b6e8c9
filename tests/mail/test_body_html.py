"""HTML letters become the lines that were seen (MAIL-B9)."""

from __future__ import annotations

import pytest

from mailbot.mail.markup import to_text
from tests.mail.letters import codes, letter, read

ORDER = "Phoenix to Pearl"


def own(html: str) -> str:
    return read(letter(html, kind="text/html")).text


@pytest.mark.parametrize(
    "html",
    [
        "<div>Phoenix to Pearl</div><div>Eden to Agnes</div>",
        "<p>Phoenix to Pearl</p>\n<p>Eden to Agnes",
        "Phoenix to Pearl<br>Eden to Agnes<br/>",
        "<ul><li>Phoenix to Pearl<li>Eden to Agnes</ul>",
        "<table><tr><td>Phoenix<td>to Pearl</tr><tr><td><p>Eden</p><p>to</p><td>Agnes</table>",
        "<pre>Phoenix to Pearl\nEden to Agnes</pre>",
        "<span style='white-space: pre'>Phoenix to Pearl\nEden to Agnes</span>",
        "<div>Phoe<b>nix</b>\n to <span>Pearl</span></div><h1>Eden&nbsp;to&#32;Agnes</h1>",
        "<style>x</style><script>a<b</script><!-- no > -->Phoenix to Pearl<br>Eden to Agnes",
        "<head><title>no</title></head><body><p title='a>b'>Phoenix to Pearl<p>Eden to Agnes",
    ],
)
def test_a_block_is_a_line(html: str) -> None:
    """MAIL-B9."""
    assert own(html) == "Phoenix to Pearl\nEden to Agnes"


def test_an_empty_block_with_a_break_is_a_blank_line() -> None:
    assert own("<div>a</div><div><br></div><div>b</div>") == "a\n\nb"


@pytest.mark.parametrize(
    "quote",
    [
        "<div class='gmail_quote gmail_quote_container'>On 3 May<blockquote>{}</blockquote></div>",
        "<blockquote type=cite><div>{}</div></blockquote>",
        "<div class=moz-cite-prefix>Anna wrote:</div><p>{}</p><p>more</p>",
        "<div id=appendonsend></div><hr><p>{}</p>",
        "<div id=divRplyFwdMsg>From: x</div><div>{}</div>",
        "<hr id=stopSpelling>From: x<br>{}",
        "<hr id=zwchr><p>{}",
        "<div class=yahoo_quoted>{}</div>",
        "<div class=protonmail_quote>{}</div>",
        "<div name=messageReplySection>{}</div>",
        "<div name=quote style='x'><p>{}</div>",
        "<div id=Signature>{}</div>",
        "<div class=gmail_signature>{}</div>",
    ],
)
def test_quotes_of_known_programs_are_left_out(quote: str) -> None:
    """MAIL-B9."""
    assert own(f"<body><div>{ORDER}</div>{quote.format('Eden to Agnes')}</body>") == ORDER


def test_what_follows_the_box_around_a_quote_is_read() -> None:
    html = f"<div><div id=appendonsend></div><p>Eden to Agnes</p></div><p>{ORDER}</p>"
    assert own(html) == ORDER


def test_where_only_the_head_is_in_the_box_the_quote_goes_on_below_it() -> None:
    """MAIL-B9."""
    head = "<div><hr><div id=divRplyFwdMsg>From: x<br>Sent: y<br>Subject: z</div></div>"
    assert own(f"<p>{ORDER}</p>{head}<div><p>Eden to Agnes</p></div>") == ORDER


def test_another_quote_is_marked() -> None:
    """MAIL-B9."""
    assert to_text("a<blockquote>b<br>c</blockquote>d") == "a\n> b\n> c\nd"
    assert own(f"<p>{ORDER}</p><blockquote>Eden to Agnes</blockquote>") == ORDER


def test_a_letter_that_is_all_quote_is_held_or_remarked() -> None:
    """MAIL-B4, MAIL-B7."""
    head = "On Mon, 4 May 2026 at 12:30, Pentarchy &lt;orders@example.net&gt; wrote:"
    reading = read(letter(f"<div class=gmail_quote>{head}<p>{ORDER}</p></div>", kind="text/html"))
    assert reading.held == ORDER
    html = f"<div class=gmail_quote>{head}<blockquote>{ORDER}</blockquote></div>"
    assert codes(read(letter(html, kind="text/html"))) == {"quoted-orders"}


def test_outlook_headers_are_found_in_the_text() -> None:
    """MAIL-B6."""
    html = (
        f"<div><p class=MsoNormal>{ORDER}</p><div style='border-top:solid'><p class=MsoNormal>"
        "<b>From:</b> Pentarchy &lt;orders@example.net&gt;<br><b>Sent:</b> Monday, May 4, 2026 1:30"
        "<br><b>To:</b> Anna<br><b>Subject:</b> T3</p></div><p>Eden to Agnes</p></div>"
    )
    assert own(html) == ORDER


@pytest.mark.parametrize(
    "odd", ["<", "< a", "<a", "<!--", "</", "<p", "&#99999999999;", "<a '", "&"]
)
def test_broken_html_is_read_as_far_as_it_goes(odd: str) -> None:
    assert own(f"{ORDER}<br>{odd}").startswith(ORDER)
