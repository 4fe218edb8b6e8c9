"""The words by which mail programs announce a quote, in the languages of our players (MAIL-B5, B6).

Data and the patterns built from it; what follows from a match is decided in `quotes.py`.
"""

from __future__ import annotations

import re

#: Verbs of attributions.
WROTE = (
    "wrote|writes|schrieb|schreibt|a écrit|écrit|escribió|escribio|escreveu|ha scritto|scrive|"
    "schreef|geschreven|skrev|kirjoitti|napisała|napisał|napisał\\(a\\)|napisal|napsal|pisze|"
    "написал|написала|написал\\(а\\)|пишет|пише|ezt írta|írta|yazdı|写道|va escriure|έγραψε"
)
_DAY_OR_MONTH = (
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
_LEADS = "on|le|am|el|em|il|op|den|dnia|w dniu|dne|il giorno|στις"

_DATE = (
    r"(?:\b(?:19|20)\d\d\b|\d{1,2}[:.]\d\d\b|\d{1,2}[./-]\s?\d{1,2}\b"
    r"|\d{1,2}\.?\s(?:de\s)?[^\W\d]{3,}|[^\W\d]{3,}\.?\s\d{1,2}\b)"
)

#: A line that an attribution may begin with.
ATTRIBUTION_START = re.compile(
    rf"\s{{0,20}}(?:(?:{_LEADS})\s(?=.{{0,80}}{_DATE})"
    rf"|(?:{_DAY_OR_MONTH})[.,]?\s"
    r"|(?:mo|di|mi|do|fr|sa|so|lu|ma|me|je|ve|wo|vr|za|zo|ti|ke|to|pe|la|su|po|út|st|čt|pá|ne|"
    r"пн|вт|ср|чт|пт|сб|вс)(?:[.,]\s|\s\d)"
    r"|\d{4}-\d\d-\d\d|\d{4}年|\d{1,2}[:.]\d\d|\d{1,2}[./]\s?\d{1,2}[./]|\d{1,2}\.?\s\w{3,}|在"
    r"|[^\n]{1,60}\s(?:wrote on|schrieb am|a écrit le)\s.{0,20}\d"
    r"|[^<>\n]{0,80}[<(]\s?[^<>()\s@]{1,64}@[^<>()\s@]{1,253}[>)])",
    re.IGNORECASE,
)
#: What ends one: the verb, or the verb, a name and a colon, or an address and a colon.
ATTRIBUTION_END = re.compile(
    rf"(?:\b(?:{WROTE})|写道)[^\w:：]{{0,5}}[:：]\W{{0,5}}$"
    rf"|\b(?:schrieb|schreibt|schreef|skrev|geschreven|napisał|пишет|írta)\b(?P<name>.{{1,120}}):\s{{0,5}}$"
    r"|\b(?:wrote|schrieb|a écrit)\s(?:on|am|le)\s.{0,30}\d.{0,60}:\s{0,5}$"
    r"|[<(\[]\s?(?:mailto:)?[^<>()\s@]{1,64}@[^<>()\s@]{1,253}[>)\]]{1,2}\s{0,5}[:：]\s{0,5}$",
    re.IGNORECASE,
)
#: A line that is nothing but `Anna wrote:`, which counts only right above marked lines.
BARE_ATTRIBUTION = re.compile(
    rf"[^\n]{{0,200}}(?:{WROTE})[^\w:：]{{0,5}}[:：]\s{{0,5}}$", re.IGNORECASE
)

_ORIGINAL = (
    "original message|original appointment|forwarded message|forwarded by|reply message|"
    "ursprüngliche nachricht|originalnachricht|weitergeleitete nachricht|original-nachricht|"
    "message d'origine|message original|message transféré|message initial|"
    "mensaje original|mensaje reenviado|mensagem original|mensagem encaminhada|"
    "messaggio originale|messaggio inoltrato|"
    "oorspronkelijk bericht|origineel bericht|doorgestuurd bericht|"
    "ursprungligt meddelande|originalmeddelande|vidarebefordrat meddelande|"
    "oprindelig meddelelse|original meddelelse|videresendt melding|opprinnelig melding|"
    "alkuperäinen viesti|wiadomość oryginalna|oryginalna wiadomość|původní zpráva|"
    "исходное сообщение|пересылаемое сообщение|原始邮件|转发的邮件|eredeti üzenet|"
    "元のメッセージ"
)
#: `-----Original Message-----` and its like.
ORIGINAL_MESSAGE = re.compile(
    rf"[\s*]{{0,20}}[-_=*—–]{{2,}}\s{{0,5}}(?:{_ORIGINAL})\b[^\n]{{0,200}}$"
    rf"|\s{{0,20}}(?:begin forwarded message|anfang der weitergeleiteten nachricht|"
    r"début du (?:message réexpédié|message transféré)|inicio del mensaje reenviado|"
    r"início da mensagem (?:re)?encaminhada|inizio messaggio inoltrato|begin doorgestuurd bericht|"
    r"vidarebefordrat brev|päbegynt videresendt e-post)\s?:\s{0,5}$",
    re.IGNORECASE,
)

_KEYS = {
    "from": "from|von|de|da|van|från|fra|lähettäjä|od|от|кому от|发件人|feladó|gönderen|kimden|"
    "差出人",
    "sent": "sent|gesendet|envoyé|enviado|enviado el|enviada em|inviato|verzonden|skickat|sendt|"
    "lähetetty|wysłano|wysłane|odesláno|отправлено|发送时间|elküldve|gönderildi|送信日時",
    "to": "to|an|à|a|para|aan|till|til|vastaanottaja|do|komu|кому|收件人|címzett|kime|宛先",
    "cc": "cc|kopie|copie|copia|kopia|kopi|dw|копия|抄送",
    "subject": "subject|betreff|objet|asunto|oggetto|onderwerp|assunto|ämne|emne|aihe|temat|"
    "předmět|тема|主题|tárgy|konu|件名",
    "date": "date|datum|fecha|data|dato|päivämäärä|дата|日期|dátum|tarih|received",
    "reply-to": "reply-to|antwort an|répondre à|responder a|rispondi a",
}
_KEY_OF = {word: key for key, words in _KEYS.items() for word in words.split("|")}
_HEADER_LINE = re.compile(
    r"[\s*_]{0,20}([^\W\d_][^:：\n*]{0,24}?)[*_\s]{0,5}[:：][*_]{0,3}(?:\s(.*))?$"
)
#: A value as only the head of a letter has it: an address, or a date.
TELLING_VALUE = re.compile(
    r"@|\b\d{1,2}[:.]\d\d\b|\b(?:19|20)\d\d\b|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}"
)

_PHONE = (
    r"sent (?:from|via|with|by|using) \W?(?:my|the|an?|outlook|mail|yahoo|gmail|proton|samsung|"
    r"iphone|ipad|blackberry|mobile|android|k-9|spark|aol|fairemail|thunderbird|tutanota|tuta)\b"
    r"|get outlook for|(?:von|über) meine[mr] [^\n]{1,40} (?:gesendet|geschickt)"
    r"|gesendet (?:von|mit|über|aus|via)\b|diese nachricht wurde (?:von|mit)\b[^\n]{1,60}gesendet"
    r"|holen sie sich outlook|outlook für|envoyé (?:de|depuis|à partir de|avec)\b"
    r"|(?:obtenez|télécharger|obtenir) outlook|enviado (?:desde|con|do|de|a partir)\b"
    r"|(?:obtener|obtén|descargar|obter|baixar) (?:o )?outlook|inviato (?:da|dal|con)\b"
    r"|(?:scarica|ottieni) outlook|(?:verzonden|verstuurd) (?:vanaf|vanuit|met|via)\b"
    r"|(?:download|haal) outlook|outlook voor|skickat från|sendt fra|hanki outlook|lähetetty\b"
    r"|wysłan[eoy] (?:z|ze|przy)\b|pobierz (?:aplikację )?outlook|отправлено (?:с|из)\b|发自我的"
)
#: What phones and programs write below a letter.
PHONE_SIGNATURE = re.compile(rf"[\W_]{{0,10}}(?:{_PHONE})[^\n]{{0,100}}$", re.IGNORECASE)

RULE = re.compile(r"\s{0,40}[-_=*~#–—]{3,}\s*$")


def header_line(line: str) -> tuple[str, str] | None:
    """Key and value of a line such as `Gesendet: Montag, 4. Mai 2026`, the key in English."""
    if len(line) > 500 or (":" not in line and "：" not in line):
        return None
    found = _HEADER_LINE.match(line)
    key = _KEY_OF.get(found[1].strip().lower()) if found else None
    return (key, found[2] or "") if found and key else None
