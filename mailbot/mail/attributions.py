"""Lines such as `Anna wrote on Monday:`, by which mail programs announce a quote (MAIL-B5).

Data and the patterns built from it; what follows from a match is decided in `quotes.py`.
"""

from __future__ import annotations

import re

#: Verbs of attributions, in the languages of mail programs.
_WROTE = (
    "wrote|writes|written|said|says|schrieb|schreibt|geschrieben|a écrit|a ecrit|écrit|"
    "nous a dit|escribió|escribio|escribe|va escriure|escreveu|escreve|ha scritto|a scritto|"
    "scrive|schreef|schrijft|geschreven|skrev|skriver|skrev följande|skrev følgende|følgende|"
    "följande|kirjoitti|kirjoittaa|kirjutas|napisała|napisał|napisał\\(a\\)|napisal|pisze|napsal|"
    "napsala|napsal\\(a\\)|píše|napísal|napísala|napísal\\(a\\)|napisao|napisala|je napisao|"
    "написао|a scris|ezt írta|írta|yazdı|şunu yazdı|şunları yazdı|rakstīja|rašė|parašė|έγραψε|"
    "έγραψε\\(αν\\)|написал|написала|написал\\(а\\)|писал|писал\\(а\\)|пишет|пише|написав|"
    "написала|написа|写道|寫道|のメール|のメッセージ|さんは書きました|님이 작성|작성|đã viết|"
    "menulis|כתב|כתבה|כתב/ה|كتب"
)
_DAYS = (
    "monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tue|wed|thu|fri|sat|sun|"
    "montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag|"
    "lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lun|mar|mer|jeu|ven|sam|dim|"
    "lunes|martes|miércoles|jueves|viernes|sábado|domingo|mié|jue|vie|sáb|dom|"
    "lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|gio|sab|"
    "maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|"
    "segunda|terça|quarta|quinta|sexta|seg|ter|qua|qui|sex|"
    "mandag|tirsdag|onsdag|torsdag|fredag|lørdag|søndag|måndag|tisdag|lördag|söndag|man|tir|ons|"
    "tor|fre|lør|søn|mån|tis|lör|sön|pon|wto|wt|śro|śr|czw|pią|pt|sob|nie|niedz"
)
_SHORT_DAYS = (
    "mo|di|mi|do|fr|sa|so|lu|ma|me|je|ve|wo|vr|za|zo|ti|ke|to|pe|la|su|po|út|st|čt|pá|ne|"
    "пн|вт|ср|чт|пт|сб|вс|нд|δευ|τρί|τετ|πέμ|παρ|σάβ|κυρ"
)
#: Words before the date.
_LEADS = "on|at|le|am|el|em|il|op|den|dnia|w dniu|dne|dňa|dana|il giorno|στις|på|a|în|pe|на|vào"
#: Words before the writer, without a date.
_CITING = (
    "quoting|zitat von|citando|citando a|citação de|citat från|citerar|selon|citation de|"
    "cytowanie|cytat|citace|idézet|lainaus|sitat|citaat van|цитирую|in article|in message"
)
_ADDRESS = r"[^<>()\[\]\s@]{1,64}@[^<>()\[\]\s@]{1,253}"
_DATE = (
    r"(?:\b(?:19|20)\d\d\b|\d{1,2}[:.]\d\d\b|\d{1,2}[./-]\s?\d{1,2}\b"
    r"|\d{1,2}\.?\s(?:de\s)?[^\W\d]{3,}|[^\W\d]{3,}\.?\s\d{1,2}\b)"
)

_WORD = re.compile(r"[^\W\d_]+")
#: Before the words there may be dashes and signs of emphasis.
_BEFORE = " \t*_-"
#: The first words of all lines that `_BEGINS_WITH_WORD` is for; looking them up is quicker.
_FIRST_WORDS = {
    words.split()[0] for words in f"{_LEADS}|{_CITING}|{_DAYS}|{_SHORT_DAYS}".split("|")
}
_BEGINS_WITH_WORD = re.compile(
    rf"(?:{_LEADS})\s(?=.{{0,80}}{_DATE})|(?:{_CITING})\s|(?:{_DAYS})[.,]?\s"
    rf"|(?:{_SHORT_DAYS})(?:[.,]\s|\s\d)",
    re.IGNORECASE,
)
_BEGINS_WITH_NUMBER = re.compile(
    r"\d{4}[-/.]\s?\d{1,2}[-/.]\s?\d{1,2}|\d{4}[年년.]|\d{1,2}[:.]\d\d|\d{1,2}[./]\s?\d{1,2}[./]"
    r"|\d{1,2}\.?\s\w{3,}"
)
_BEGINS_WITH_MONTH = re.compile(r"[^\W\d]{3,12}\.?\s\d{1,2},?\s(?:19|20)\d\d")
_BEGINS_WITH_ADDRESS = re.compile(rf"[^<>\n]{{0,80}}[<(\[]\s?{_ADDRESS}[>)\]]")
_WROTE_ON = re.compile(
    r"(?<=\S)\s(?:wrote on|schrieb am|a écrit le|kirjoitti|skrev (?:følgende |följande )?den)"
    r"\s.{0,20}\d",
    re.IGNORECASE,
)
_VERBS_ON = ("wrote", "schrieb", "écrit", "kirjoitti", "skrev")
_LONGEST_NAME = 120
#: The verb and a colon, or a rule as Zoho draws it.
_VERB_AT_END = re.compile(
    rf"(?:\b(?:{_WROTE})|写道|寫道|のメール|のメッセージ|작성)"
    r"(?:[^\w:：]{0,6}[:：]\W{0,5}|\s{0,3}[-_*]{2,20}\s{0,5})$",
    re.IGNORECASE,
)
#: The verb behind an address, with no colon.
_ADDRESS_VERB_AT_END = re.compile(
    rf"<{_ADDRESS}>\s{{1,3}}(?:wrote|schrieb|a écrit|escribió|escreveu|ha scritto|skrev)\s{{0,5}}$",
    re.IGNORECASE,
)
VERBS_WITHOUT_COLON = ("wrote", "schrieb", "écrit", "escribió", "escreveu", "scritto", "skrev")
_ADDRESS_AT_END = re.compile(
    rf"(?:[<(\[]\s?(?:mailto:)?{_ADDRESS}\s?[>)\]]{{1,2}}\s{{0,5}}|\s(?P<bare>{_ADDRESS})\s?)[:：]\s{{0,5}}$"
)
_NUMBER_IN_BRACKETS_AT_END = re.compile(
    r"[\[(][^\[\]()\n]{0,40}\d\d[^\[\]()\n]{0,30}[\])]\s?[:：]\s{0,5}$"
)
#: The verb, a date and a colon; the verb, a name and a colon.
_VERB_DATE = re.compile(
    r"\b(?:wrote|schrieb|a écrit|kirjoitti|skrev)\s(?:(?:følgende|följande)\s)?"
    r"(?:(?:on|am|le|den)\s)?.{0,30}\d.{0,60}:\s{0,5}$",
    re.IGNORECASE,
)
_VERB_NAME = re.compile(
    r"\b(?:schrieb|schreibt|schreef|skrev|geschreven|napisał|пишет|írta)\b(.{1,120}):\s{0,5}$",
    re.IGNORECASE,
)
_VERBS_INSIDE = (
    *("wrote", "écrit", "kirjoitti", "skrev", "schrieb", "schreibt", "schreef", "geschreven"),
    *("napisał", "пишет", "írta"),
)
_TAIL = 60
_LONGEST_ADDRESS = 330
_MOST_NAMES = 5
_CITED = re.compile(rf"\s{{0,20}}(?:{_CITING})\s[^\n]{{1,200}}[:：]\s{{0,5}}$", re.IGNORECASE)
#: When, or an address: above marked lines a line with a colon at its end needs no known word more.
TELLING = re.compile(rf"{_ADDRESS}|\b\d{{1,2}}[:.h]\d\d\b|\b(?:19|20)\d\d\b")
#: `2026-05-04 12:30 GMT+02:00 Anna Smith`: a whole attribution, though no colon ends it.
DATED_NAME = re.compile(
    r"\s{0,10}\d{4}[-/]\d{1,2}[-/]\d{1,2}(?:\s\d{1,2}:\d\d)?"
    rf"(?:\sGMT[+-]\d{{1,2}}:\d\d\s[^\n:<>]{{1,60}}(?:<{_ADDRESS}>)?|\s[^\n:<>]{{1,60}}<{_ADDRESS}>)"
    r"\s{0,5}:?\s{0,5}$",
    re.IGNORECASE,
)

#: An attribution on one line with what stands before or behind it.
_GLUED = re.compile(
    rf"(?:^|(?<=\S)\s{{2,10}})\s{{0,10}}((?:{_LEADS})\s(?=[^\n]{{0,80}}{_DATE})[^\n<>]{{3,150}}"
    rf"<{_ADDRESS}>[^\n:：<>@]{{0,30}}[:：])\s{{0,10}}",
    re.IGNORECASE,
)
_ONE_DASHED = re.compile(r"\s{0,10}-{2,10}\s{0,5}[^\n]{1,120}\s-{2,10}\s{0,5}$")

#: What Notes shows of a letter that it has folded in: writer, date, its first words.
_FOLDED_IN = re.compile(
    r"[^\n]{1,120}?\s?-{2,5}\s?\d{1,4}[-/.]\d{1,2}[-/.]\d{2,4}\s\d{1,2}[:.]\d\d[^\n-]{0,12}---"
)


def is_folded_in(line: str) -> bool:
    """`"Anna Smith" ---04.05.2026 12:30:00---Hello, I have`, of Notes."""
    return "---" in line and _FOLDED_IN.match(line) is not None


def parted(line: str) -> tuple[str, str, str] | None:
    """What stands before and behind an attribution on its line, with it; None if nothing does.

    Yahoo's programs set the last own line before it, or the first quoted one behind it.
    """
    found = _GLUED.search(line) if "<" in line and "@" in line else None
    if found is None or not ends(found[1]):
        return None
    before, behind = line[: found.start()], line[found.end() :]
    return (before, found[1], behind) if before.strip() or behind.strip() else None


def is_dashed(line: str) -> bool:
    """`---- Anna wrote ----`, as telephones draw it."""
    return _ONE_DASHED.match(line) is not None and is_bare(line)


def begins(line: str) -> bool:
    """May an attribution begin with this line?"""
    bare = line.lstrip(_BEFORE)
    if bare[:1].isdigit():
        return _BEGINS_WITH_NUMBER.match(bare) is not None or _is_addressed(bare)
    word = _WORD.match(bare)
    if word and word[0].lower() in _FIRST_WORDS and _BEGINS_WITH_WORD.match(bare):
        return True
    return bare[:1] == "在" or _is_addressed(bare) or _is_dated(bare)


def ends(text: str) -> bool:
    """Is the text, which begins like one, a whole attribution?"""
    if not ("@" in text or any(map(str.isdigit, text))):
        return False
    return (
        _VERB_AT_END.search(text[-_TAIL:]) is not None
        or _NUMBER_IN_BRACKETS_AT_END.search(text[-2 * _TAIL :]) is not None
        or ("@" in text and _ends_in_address(text))
        or ("@" in text and _ADDRESS_VERB_AT_END.search(text[-_LONGEST_ADDRESS:]) is not None)
        or _ends_in_name(text)
    )


def is_bare(line: str) -> bool:
    """`Anna wrote:` alone, which counts only right above marked lines."""
    return _VERB_AT_END.search(line[-_TAIL:]) is not None or _CITED.match(line) is not None


def _ends_in_address(text: str) -> bool:
    found = _ADDRESS_AT_END.search(text[-_LONGEST_ADDRESS:])
    return found is not None and re.search(_DATE, text) is not None


def _ends_in_name(text: str) -> bool:
    """`Am 4. Mai schrieb Anna Smith:`; what stands between verb and colon is no sentence."""
    lower = text.lower()
    if not any(verb in lower for verb in _VERBS_INSIDE):
        return False
    if _VERB_DATE.search(text):
        return True
    name = _VERB_NAME.search(text)
    return name is not None and ("@" in name[1] or len(name[1].split()) <= _MOST_NAMES)


def _is_addressed(line: str) -> bool:
    return "@" in line and _BEGINS_WITH_ADDRESS.match(line) is not None


def _is_dated(line: str) -> bool:
    if _BEGINS_WITH_MONTH.match(line):
        return True
    has_verb = any(verb in line for verb in _VERBS_ON)
    return has_verb and _WROTE_ON.search(line[:_LONGEST_NAME]) is not None
