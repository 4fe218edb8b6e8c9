"""What programs and servers write above and below a letter (MAIL-B4 f, g)."""

from __future__ import annotations

import re

#: `Sent from`, in the languages of telephones.
_SENT = (
    r"sent (?:from|via|with|by|using|on)\b|securely sent|get (?:outlook|bluemail)|"
    r"download (?:outlook|bluemail)|gesendet|geschickt|verschickt|verfasst|holen sie sich|"
    r"outlook (?:für|for|pour|para|per|voor|til|för)|envoyé|expédié|obten\w*|télécharge\w*|"
    r"enviad[oa]|enviat|obtén|descarg\w*|baix\w*|inviat[oa]|scarica|ottieni|"
    r"verzonden|verstuurd|haal|skickat|skickades|hämta|sendt|hent|lähetetty|hanki|"
    r"wysłan[eoy]|pobierz|odesláno|odoslané|poslano|trimis|küldve|gönderildi|gönderilmiştir|"
    r"στάλθηκε|εστάλη|απεστάλη|отправлено|послано|надіслано|відправлено|изпратено|"
    r"发自|發自|从我的|來自我的|傳送自|から送信|에서 보냄|נשלח|أرسلت|أُرسلت"
)
#: What they were sent from or with.
_DEVICE = (
    r"\b(?:phone|ios|ipod|ipad\w*|iphon\w*|apple watch|android|blackberry|nokia|samsung|"
    r"galaxy|huawei|xiaomi|sony xperia|htc|pixel|oneplus|"
    r"windows (?:phone|mail|10)|mobil\w*|mobiel\w*|"
    r"móvil|móbil|handy|smartphone|smarttelefon|telefon\w*|téléphone|telefono|telefoon|cellulare|"
    r"puhelim\w*|tablet\w*|tablette|phone|device|gerät|appareil|dispositiv\w*|urządz\w*|"
    r"outlook|yahoo|gmail|proton\w*|tuta\w*|k-9|k9|fairemail|thunderbird|airmail|aqua mail|"
    r"bluemail|spark|mailbird|em client|mail(?:box)? for|mail für|mail pour|mail para|mail per|"
    r"mail app|gmx|web\.de|t-online|freenet|aol|zoho|fastmail|hey|superhuman|newton|edison|"
    r"typeapp|nine|maildroid|mailspring|posteo|mailbox|app|roundcube|icloud|mail\.ru|яндекс|"
    r"yandex|почт\w*|телефон\w*|устройств\w*|смартфон\w*|κινητό|κινητού)|iphone|ipad|手机|手機|"
    r"스마트폰|携帯|אנדרואיד|الآيفون"
)
#: What phones and programs write below a letter.
PHONE_SIGNATURE = re.compile(
    rf"[\W_]{{0,10}}(?:(?:{_SENT})[^\n]{{0,80}}?(?:{_DEVICE})[^\n]{{0,100}}"
    r"|(?:sent from (?:my|the)|envoyé (?:de|depuis) mon|gesendet von meine[mr]"
    r"|enviado (?:desde|de) mi"
    r"|inviato dal(?:la)? mi[oa]|(?:verzonden|verstuurd) vanaf mijn|skickat från min|sendt fra min"
    r"|enviado do meu|wysłane z mojego|отправлено с моего)\b[^\n]{0,80}"
    r"|(?:von|vom|über|mit|via|vanaf|vanuit|met)\s[^\n]{1,60}\s"
    r"(?:gesendet|geschickt|verschickt|verzonden|verstuurd|gestuurd)\W{0,3}"
    r"|dies(?:e|es) (?:nachricht|e-?mail|mail)\b[^\n]{1,80}(?:gesendet|geschickt|verschickt)\W{0,3}"
    rf"|(?:az? )?[^\n]{{0,20}}(?:{_DEVICE})[^\n]{{0,30}}"
    r"(?:küldve|gönderildi|gönderilmiştir|送信|보냄|发送|發送|傳送)\W{0,3}"
    r"|from my (?:iphone|ipad|android|mobile|phone|galaxy)\b[^\n]{0,40}"
    r"|(?:p )?please (?:consider|think of) the environment[^\n]{0,80}|签名由[^\n]{1,20}定制"
    r"|ᐧ\W{0,5})$",
    re.IGNORECASE,
)
#: What stands for a picture in plain text.
PICTURE = re.compile(
    r"\s{0,10}[\[<](?:image|inline image|cid|bild|imagen|immagine)\b[^\]>]{0,200}[\]>]\s*$",
    re.IGNORECASE,
)
RULE = re.compile(r"\s{0,40}[-_=*~#–—‐‑‒―−─━═]{3,}\s*$")

_THIS_LETTER = (
    r"(?:th(?:is|e)|diese[rs]?|dies|ce|cet|cette|les?|la|est[ea]|el|quest[oa]|il presente|dit|deze|"
    r"denna|detta|dette|denne|tämä|ta|niniejsz[ay]|tent[oa]|toto|tato|это|данное|настоящее|bu|"
    r"αυτό)\s[^\n]{0,30}?(?:e-?mail|mail|message|communication|transmission|information|content|"
    r"nachricht|courriel|courrier|mensaje|correo|mensagem|messaggio|bericht|meddelande|melding|"
    r"e-?post|viesti|sähköposti|wiadomość|zpráva|správa|сообщение|письмо|ileti|μήνυμα)"
)
_SECRET = (
    r"confidential|privileged|proprietary|intended (?:solely|only|for|recipient)|addressee|"
    r"vertraulich|bestimmt|confidentiel|destinataire|confidencial|destinatari|riservat|"
    r"confidenzial|vertrouwelijk|geadresseerde|konfidentiel|konfidentiell|fortroli|"
    r"luottamuksell|poufn|důvěrn|dôvern|конфиденциал|gizli|εμπιστευτικ"
)
_CHECKED = (
    r"scanned|checked for|virus|malware|geprüft|gescannt|überprüft|analysé|vérifié|analizado|"
    r"verificad|controllat|gecontroleerd|проверено"
)
_TITLE = r"(?:note|notice|important|attention|hinweis|wichtig|nota|aviso|avviso|let op|obs|uwaga)"
#: The beginning of what lawyers add below a letter, over its first lines.
NOTICE = re.compile(
    rf"[\s*_\-\[(]{{0,40}}(?:(?:{_TITLE}\s?[:!.\-–]\s{{0,5}})?"
    rf"{_THIS_LETTER}[^\n]{{0,400}}?(?:{_SECRET})"
    r"|(?:confidentiality|legal|privacy|important|e-?mail) (?:notice|disclaimer|note)\b"
    r"|confidential(?:ity)?(?: note)?\s?[:.]|disclaimer\b|haftungsausschluss"
    rf"|confidentiality\s{{1,5}}{_THIS_LETTER}"
    r"|rechtliche[rn]? hinweis|vertraulichkeitshinweis|wichtiger hinweis\s?:"
    r"|avis de confidentialité|avis important"
    r"|aviso (?:legal|de confidenciali?dad\w*)|avviso di riservatezza|nota di riservatezza"
    r"|klauzula poufności|information security notice"
    r"|保密声明|保密聲明|信息安全声明|免责声明|免責聲明"
    r"|本(?:邮件|郵件|電子郵件|资讯|資訊|メール)[^\n]{0,60}(?:保密|机密|機密|专有|專有|秘密))",
    re.IGNORECASE,
)
#: Three of these together are a lawyer's.
LEGAL = re.compile(
    rf"{_SECRET}|recipient|in error|by mistake|exclusive|delet|destroy|notify|disclos|"
    r"disseminat|unauthori[sz]ed|prohibited|sender|liab|empfänger|adressat|irrtum|irrtümlich|"
    r"lösch|vernicht|absender|unbefugt|haft|erreur|supprim|détrui|expéditeur|diffusion|"
    r"interdit|por error|elimin|borr|remitente|prohibid|por engano|remetente|apag|errore|"
    r"mittente|cancell|vietat|vergissing|afzender|verwijder|verboden|av misstag|avsändare|"
    r"ved en fejl|afsender|omyłk|nadawc|"
    r"保密|机密|機密|专有|專有|秘密|指定|收件人|接收者|发件人|發信人|未经|未經|任何|删除|刪除|严禁",
    re.IGNORECASE,
)
_LIST = r"(?:e-?)?mailing[ -]?list\w?|mailinglijst|mailinglista"
#: The first line of what lists, virus scanners and mail services add below a letter.
FOOTER = re.compile(
    rf"[\s*_\-\[(]{{0,40}}(?:{_THIS_LETTER}[^\n]{{0,400}}?(?:{_CHECKED})"
    r"|virus-?free\b|virenfrei|sans virus|libre de virus|livre de vírus"
    r"|virusvrij|virusfri|privo di virus|nie zawiera wirusów|wolny od wirusów"
    r"|no virus found in this|checked by avg|information from eset|scanned by"
    r"|(?:bitte )?(?:den?ken sie|prüfen sie)"
    r"[^\n]{0,40}umwelt|pensez à l.environnement|antes de imprimir|prima di stampare"
    r"|you received this (?:message|email) because|to unsubscribe|unsubscribe\b"
    r"|sie erhalten diese (?:nachricht|e-?mail), weil|vous recevez ce"
    rf"|[^\s]{{1,60}}\s(?:{_LIST})(?:\s{{0,3}}(?:--|[-:,<(\[])[^\n]{{0,80}})?\s*$"
    rf"|(?:{_LIST})\s[^\s]{{1,60}}\s*$"
    r"|[^\n]{0,60}\bhttps?://[^\s]{1,200}(?:listinfo|unsubscribe|postorius)"
    r"|(?:list info|listinfo|liste de diffusion|lista de correo)\b)",
    re.IGNORECASE,
)
#: Below a rule a line may say more about a list.
LIST_BELOW_RULE = re.compile(rf"[^\n]{{1,60}}\b(?:{_LIST})\b[^\n]{{0,60}}$", re.IGNORECASE)
#: An address, a link or a number to call: what a signature has.
CONTACT = re.compile(
    r"[^\s@]{1,64}@[^\s@]{1,200}\.[a-z]{2}|https?://|\bwww\.|(?:\+|\(0|\b0)\d[\d\s()./-]{6,}",
    re.IGNORECASE,
)
#: What a free mail service ends its one line with.
LINK = re.compile(r"https?://[^\s]{4,200}[\s)>\]]{0,5}$")
_MAIL = (
    r"mail|message|sender|organi[sz]ation|absender|nachricht|expéditeur|courriel|mittente|"
    r"messaggio|remitente|remetente|correo|mensa|afzender|bericht|avsändare|afsender|nadawc|wiadomo"
)
#: The first line of what a firm's server puts above a letter from outside.
BANNER = re.compile(
    r"[\s*_\-\[(⚠️]{0,10}(?:\[?extern(?:al|e[rs]?|o|a)?\]?[\s:!*\])]{0,5}$"
    r"|\[extern(?:al|e[rs]?|o|a)?\]\s"
    r"|external (?:e-?mail|sender|message)|externe (?:e-?mail|nachricht|mail)"
    rf"|(?=[^\n]{{0,200}}(?:{_MAIL}))(?:caution|warning|attention|achtung|"
    r"vorsicht|warnung|attenzione|atención|atenção|let op|"
    r"varning|advarsel|uwaga|prudence|notice)\b\W{0,5}[^\n]{0,80}?(?:extern|outside|außerhalb|"
    r"extérieur|esterno|buiten|utanför|udefra|zewnątrz|fuori|fora)"
    r"|th(?:is|e) (?:e-?mail|message) (?:originat|(?:was|is) (?:sent )?from|came from)[^\n]{0,60}"
    r"(?:outside|external)"
    r"|diese (?:e-?mail|nachricht) (?:kommt|stammt|wurde)[^\n]{0,60}(?:extern|außerhalb)"
    r"|(?:some people who received this message don.t|you don.t) often get email from"
    r"|sie erhalten nicht (?:häufig|oft) e-?mails? von|vous n.obtenez pas souvent"
    r"|no suele recibir correos? electrónicos? de)",
    re.IGNORECASE,
)
#: A line that says how secret a firm thinks its mail to be.
LABEL = re.compile(
    r"\s{0,10}(?:(?:data )?(?:classification|sensitivity|klassifizierung)\s?:\s?[^\n]{1,40}"
    r"|\[[^\[\]\n]{0,40}\b(?:use only|internal|confidential|vertraulich|intern)\b"
    r"[^\[\]\n]{0,60}\]"
    r"|(?:[^\n]{1,30} [-–] )?(?:internal use only|company confidential"
    r"|nur für den internen gebrauch))\s{0,10}$",
    re.IGNORECASE,
)
