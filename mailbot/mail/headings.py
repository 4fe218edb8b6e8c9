"""Heads of quoted letters: `Original Message`, and blocks such as `From: … Sent: …` (MAIL-B6).

Data and the patterns built from it; what follows from a match is decided in `quotes.py`.
"""

from __future__ import annotations

import re

_ORIGINAL = (
    "original message|original appointment|forwarded message|forwarded by|reply message|"
    "original message processed by|antwort nachricht|ursprüngliche nachricht|"
    "originalnachricht|original-nachricht|originaltermin|"
    "weitergeleitete nachricht|weitergeleitet von|"
    "message d'origine|message d’origine|message original|message transféré|message initial|"
    "message transmis|courriel original|mensaje original|mensaje reenviado|missatge original|"
    "missatge reenviat|mensagem original|mensagem encaminhada|mensagem reencaminhada|"
    "messaggio originale|messaggio inoltrato|oorspronkelijk bericht|origineel bericht|"
    "doorgestuurd bericht|ursprungligt meddelande|originalmeddelande|"
    "vidarebefordrat meddelande|oprindelig meddelelse|original meddelelse|"
    "videresendt meddelelse|videresendt melding|opprinnelig melding|alkuperäinen viesti|"
    "välitetty viesti|edelleenlähetetty viesti|wiadomość oryginalna|oryginalna wiadomość|"
    "przekazana wiadomość|wiadomość przesłana dalej|treść przekazanej wiadomości|"
    "původní zpráva|původní e-mail|přeposlaná zpráva|pôvodná správa|preposlaná správa|"
    "izvorna poruka|proslijeđena poruka|izvirno sporočilo|posredovano sporočilo|"
    "mesaj original|mesajul original|mesaj redirecționat|mesaj redirecţionat|"
    "исходное сообщение|пересылаемое сообщение|пересланное сообщение|"
    "перенаправленное сообщение|оригинальное сообщение|переслане повідомлення|"
    "перенаправлене повідомлення|оригінальне повідомлення|оригинално съобщение|"
    "eredeti üzenet|továbbított üzenet|özgün ileti|orijinal mesaj|iletilen ileti|"
    "iletilmiş mesaj|αρχικό μήνυμα|προωθημένο μήνυμα|原始邮件|原始郵件|转发的邮件|转发邮件|"
    "轉寄郵件|元のメッセージ|メッセージを転送|転送メッセージ|원본 메일|원본 메시지"
)
_BEGINNING = (
    "begin forwarded message|forwarded message|anfang der weitergeleiteten nachricht|"
    "début du (?:message|courriel) (?:réexpédié|transféré)|inicio del mensaje reenviado|"
    "início da mensagem (?:re)?encaminhada|inizio (?:del )?messaggio inoltrato|"
    "begin doorgestuurd bericht|vidarebefordrat (?:brev|mejl|meddelande)|"
    "start på videresendt (?:besked|meddelelse|e-post)|påbegynt videresendt (?:melding|e-post)|"
    "videresendt (?:melding|meddelelse)|välitetty viesti alkaa|"
    "początek przekaz(?:yw)?anej wiadomości|začátek přeposílané zprávy|"
    "začiatok preposlanej správy|továbbított levél kezdete|započni proslijeđenu poruku|"
    "începe mesajul redirecționat|начало (?:переадресованного|пересылаемого) сообщения|"
    "початок листа, що пересилається|i̇?leti başlangıcı|αρχή προωθημένου μηνύματος|"
    "转发的邮件|以下是转发的邮件|転送されたメッセージ"
)
#: `-----Original Message-----` and its like.
ORIGINAL_MESSAGE = re.compile(
    rf"[\s*]{{0,20}}[-_=*—–‐‑‒―−]{{2,}}\s{{0,5}}(?:{_ORIGINAL})\b[^\n]{{0,1000}}$"
    r"|[\s*]{0,20}-{4,}\s{0,3}original\s{0,3}-{4,}\s{0,5}$"
    r"|\s{0,20}original message processed by\b[^\n]{1,60}$"
    rf"|[\s*]{{0,20}}(?:{_BEGINNING})\s?[:：][\s*]{{0,5}}$",
    re.IGNORECASE,
)
#: Words between dashes: in any language a head, if a block of header lines follows.
DASHED = re.compile(r"[\s*]{0,20}[-_=‐‑‒―−]{3,}\s{0,5}[^\W\d_][^\n]{2,80}[-_=‐‑‒―−]{3,}\s{0,5}$")

_KEYS = {
    "from": "from|von|de|da|van|från|fra|lähettäjä|od|от|кому от|отправитель|від|від кого|"
    "发件人|寄件者|寄件人|feladó|gönderen|kimden|gönderici|差出人|送信者|送信元|από|šalje|nadawca|"
    "mittente|expéditeur|expeditorul|remitente|remetente|absender|de la|saatja|보낸 사람|보낸사람",
    "sent": "sent|gesendet|envoyé|enviado|enviado el|enviado em|enviada em|enviada|inviato|"
    "verzonden|skickat|sendt|lähetetty|wysłano|wysłane|odesláno|odoslané|отправлено|надіслано|"
    "відправлено|изпратено|发送时间|寄件日期|傳送時間|elküldve|gönderildi|gönderilen|送信日時|"
    "στάλθηκε|απεσταλμένα|poslano|trimis|enviat|보낸 날짜|보낸날짜",
    "to": "to|an|à|a|para|aan|till|til|vastaanottaja|do|komu|кому|получатель|收件人|收件者|"
    "címzett|kime|alıcı|宛先|送信先|προς|prima|za|adresat|pour|destinataire|destinatarul|către|pre|"
    "destinatario|empfänger|받는 사람|받는사람",
    "cc": "cc|kopie|kopie (cc)|copie|copie à|copia|kopia|kopi|kopio|dw|копия|копія|抄送|副本|"
    "másolat|másolatot kap|bilgi|κοιν|κοινοποίηση|kópia|참조",
    "subject": "subject|betreff|objet|sujet|asunto|oggetto|onderwerp|assunto|ämne|emne|aihe|temat|"
    "předmět|predmet|naslov|тема|主题|主旨|主題|tárgy|konu|件名|θέμα|subiect|subiectul|assumpte|제목",
    "date": "date|message du|datum|fecha|data|dată|dato|päivämäärä|päiväys|дата|日期|日付|dátum|"
    "tarih|ημερομηνία|received|날짜",
    "reply-to": "reply-to|antwort an|répondre à|responder a|rispondi a|risposta|antwoord aan|"
    "svar til|svara till|odpověď na|odpowiedź-do|ответ-кому|válaszcím|vastaus|yanıt adresi",
}
_KEY_OF = {word: key for key, words in _KEYS.items() for word in words.split("|")}
_LINE = re.compile(
    r"[\s*_]{0,20}([^\W\d_][^:：\n*]{0,24}?)[*_\s]{0,5}[:：][*_]{0,3}(?:\s{0,20}(.*))?$"
)
_DASHES_BEFORE_KEY = re.compile(
    r"(?<!-)-{5,200}+\s{0,3}(?:[^\W\d_][^-\n]{2,40}-{4,80}\s{0,3})?(?=[^\W\d_]{2,12}\s?:)"
)
_ANY_LINE = re.compile(
    r"[\s*_]{0,20}([^\W\d_][^:：\n*<>@]{0,24}?)[*_\s]{0,5}[:：][*_]{0,3}\s{1,20}(\S.*)$"
)
#: A value as only the head of a letter has it: an address, or a date.
TELLING_VALUE = re.compile(
    r"@|\b\d{1,2}[:.]\d\d\b|\b(?:19|20)\d\d\b|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}"
)
FULL_DATE = re.compile(r"\b(?:19|20)\d\d\b.{0,20}\b\d{1,2}[:.]\d\d\b")
_LONGEST = 1000
_LONGEST_KEY = 40


def header_line(line: str) -> tuple[str, str] | None:
    """Key and value of a line such as `Gesendet: Montag, 4. Mai 2026`, the key in English."""
    found = _LINE.match(line) if _may_be(line) else None
    key = _KEY_OF.get(found[1].strip().lower()) if found else None
    return (key, found[2] or "") if found and key else None


def parted(line: str) -> tuple[str, str, str] | None:
    """What stands before dashes, they, and the `From: …` behind them, all on one line."""
    found = _DASHES_BEFORE_KEY.search(line) if "---" in line and ":" in line else None
    said = header_line(line[found.end() :]) if found else None
    if found is None or said is None or said[0] != "from":
        return None
    return line[: found.start()], found[0], line[found.end() :]


def any_header_line(line: str) -> tuple[str, str] | None:
    """Key and value of a line such as `Чагом: 4.5.2026`, the key in whatever language it is."""
    found = _ANY_LINE.match(line) if _may_be(line) else None
    return (found[1].strip().lower(), found[2]) if found else None


def bare_key(line: str) -> str | None:
    """The key that a line is all of, such as `Subject`, in English."""
    return _KEY_OF.get(line.strip().lower()) if len(line) <= _LONGEST_KEY else None


def _may_be(line: str) -> bool:
    return (":" in line or "：" in line) and len(line) <= _LONGEST
