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

#: A line that an attribution may begin with.
START = re.compile(
    rf"[\s*_\-]{{0,20}}(?:(?:{_LEADS})\s(?=.{{0,80}}{_DATE})"
    rf"|(?:{_CITING})\s"
    rf"|(?:{_DAYS})[.,]?\s"
    rf"|(?:{_SHORT_DAYS})(?:[.,]\s|\s\d)"
    r"|\d{4}[-/.]\s?\d{1,2}[-/.]\s?\d{1,2}|\d{4}[年년.]|\d{1,2}[:.]\d\d|\d{1,2}[./]\s?\d{1,2}[./]"
    r"|\d{1,2}\.?\s\w{3,}|[^\W\d]{3,12}\.?\s\d{1,2},?\s(?:19|20)\d\d|在"
    r"|[^\n]{1,80}\s(?:wrote on|schrieb am|a écrit le|kirjoitti|skrev (?:følgende |följande )?den)"
    r"\s.{0,20}\d"
    rf"|[^<>\n]{{0,80}}[<(\[]\s?{_ADDRESS}[>)\]])",
    re.IGNORECASE,
)
#: What ends one: the verb; the verb, a name or a date and a colon; an address and a colon.
END = re.compile(
    rf"(?:\b(?:{_WROTE})|写道|寫道|のメール|のメッセージ|작성)[^\w:：]{{0,6}}[:：]\W{{0,5}}$"
    rf"|\b(?:{_WROTE})\s{{0,3}}[-_*]{{2,20}}\s{{0,5}}$"
    r"|\b(?:wrote|schrieb|a écrit|kirjoitti|skrev)\s(?:(?:følgende|följande)\s)?"
    r"(?:(?:on|am|le|den)\s)?.{0,30}\d.{0,60}:\s{0,5}$"
    r"|\b(?:schrieb|schreibt|schreef|skrev|geschreven|napisał|пишет|írta)\b(?P<name>.{1,120}):\s{0,5}$"
    rf"|[<(\[]\s?(?:mailto:)?{_ADDRESS}\s?[>)\]]{{1,2}}\s{{0,5}}[:：]\s{{0,5}}$"
    rf"|\b{_DATE}.{{0,60}}\s{_ADDRESS}\s?[:：]\s{{0,5}}$"
    r"|[\[(][^\[\]()\n]{0,40}\d\d[^\[\]()\n]{0,30}[\])]\s?[:：]\s{0,5}$",
    re.IGNORECASE,
)
#: A line that is nothing but `Anna wrote:`, which counts only right above marked lines.
BARE = re.compile(
    rf"[^\n]{{0,200}}(?:{_WROTE})[^\w:：]{{0,6}}[:：]\s{{0,5}}$"
    rf"|\s{{0,20}}(?:{_CITING})\s[^\n]{{1,200}}[:：]\s{{0,5}}$",
    re.IGNORECASE,
)
#: When, or an address: above marked lines a line with a colon at its end needs no known word more.
TELLING = re.compile(rf"{_ADDRESS}|\b\d{{1,2}}[:.h]\d\d\b|\b(?:19|20)\d\d\b")
#: `2026-05-04 12:30 GMT+02:00 Anna Smith`: a whole attribution, though no colon ends it.
DATED_NAME = re.compile(
    r"\s{0,10}\d{4}[-/]\d{1,2}[-/]\d{1,2}(?:\s\d{1,2}:\d\d)?"
    rf"(?:\sGMT[+-]\d{{1,2}}:\d\d\s[^\n:<>]{{1,60}}(?:<{_ADDRESS}>)?|\s[^\n:<>]{{1,60}}<{_ADDRESS}>)"
    r"\s{0,5}:?\s{0,5}$",
    re.IGNORECASE,
)
