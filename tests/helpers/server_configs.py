"""What the real servers read at their start, with places to fill in."""

from __future__ import annotations

DOVECOT_CONF = """\
base_dir = {folder}/run
state_dir = {folder}/state
log_path = {folder}/dovecot.log
protocols = imap lmtp
listen = 127.0.0.1
default_internal_user = {internal}
default_internal_group = {internal_group}
default_login_user = {login}
first_valid_uid = 1
mail_uid = {owner.pw_uid}
mail_gid = {owner.pw_gid}
mail_location = maildir:~/Maildir
mail_fsync = never
disable_plaintext_auth = no
auth_mechanisms = plain login xoauth2
auth_username_format = %Lu
ssl = yes
ssl_cert = <{folder}/cert.pem
ssl_key = <{folder}/key.pem
passdb {{
  driver = oauth2
  mechanisms = xoauth2
  args = {folder}/oauth2.conf
}}
passdb {{
  driver = passwd-file
  mechanisms = plain login none
  args = scheme=PLAIN username_format=%Lu {folder}/users
}}
userdb {{
  driver = static
  args = uid={owner.pw_uid} gid={owner.pw_gid} home={folder}/home/%Lu
}}
namespace inbox {{
  inbox = yes
}}
auth_failure_delay = 0
service anvil {{
  chroot =
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
service stats {{
  chroot =
}}
service imap-login {{
  chroot =
  service_count = 0
  inet_listener imap {{
    port = {server.imap_port}
  }}
  inet_listener imaps {{
    port = {server.imaps_port}
    ssl = yes
  }}
}}
service imap {{
  service_count = 1000
}}
service auth {{
  inet_listener {{
    address = 127.0.0.1
    port = {server.auth_port}
  }}
}}
service lmtp {{
  user = {owner.pw_name}
  inet_listener lmtp {{
    address = 127.0.0.1
    port = {server.lmtp_port}
  }}
}}
"""

# Dovecot asks there whose access token it was given, if a test runs a provider.
DOVECOT_OAUTH2 = """\
introspection_mode = post
introspection_url = http://127.0.0.1:{port}/introspect
force_introspection = yes
username_attribute = email
active_attribute = active
active_value = true
"""

# The one domain goes to Dovecot; all else is refused, so nothing can leave the machine.
POSTFIX_MAIN = """\
compatibility_level = 3.6
config_directory = {folder}/etc
queue_directory = {folder}/spool
data_directory = {folder}/data
mail_owner = postfix
setgid_group = postdrop
maillog_file = {folder}/postfix.log
maillog_file_prefixes = {folder}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mta.game.test
mydomain = game.test
myorigin = game.test
mydestination =
mynetworks =
local_recipient_maps =
local_transport = error:no local mail here
virtual_mailbox_domains = game.test
virtual_transport = lmtp:inet:127.0.0.1:{dovecot.lmtp_port}
default_transport = error:outside mail is off
relay_transport = error:outside mail is off
smtp_dns_support_level = disabled
smtpd_tls_cert_file = {folder}/cert.pem
smtpd_tls_key_file = {folder}/key.pem
smtpd_tls_security_level = encrypt
smtpd_tls_auth_only = yes
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = inet:127.0.0.1:{dovecot.auth_port}
smtpd_sender_restrictions = check_sender_access inline:{{ {{stranger@game.test = REJECT}} }}
smtpd_recipient_restrictions =
  check_recipient_access inline:{{ {{refused@game.test = 550 5.1.1 no such player}},
    {{later@game.test = 450 4.2.0 mailbox busy}} }},
  permit_sasl_authenticated, reject
smtpd_relay_restrictions = permit_sasl_authenticated, reject
smtpd_client_connection_count_limit = 0
smtpd_peername_lookup = no
smtpd_error_sleep_time = 0
alias_maps =
alias_database =
"""

POSTFIX_QUEUES = (
    "active",
    "bounce",
    "corrupt",
    "defer",
    "deferred",
    "flush",
    "hold",
    "incoming",
    "private",
    "saved",
    "trace",
)

POSTFIX_MASTER = """\
127.0.0.1:{port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
proxywrite unix - - n - 1 proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
showq unix n - n - - showq
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
local unix - n n - - local
virtual unix - n n - - virtual
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
"""
