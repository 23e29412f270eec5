#!/bin/sh
# Signs somebody in to Octavo with SimpleSAMLphp, an identity provider of its own (Debian: apt-get install simplesamlphp).
#
#   OCTAVO_URL=http://localhost:4000 ORG=... TOKEN=... sh simplesamlphp.sh          sets it up and leaves it running
#   OCTAVO_URL=http://localhost:4000 ORG=... TOKEN=... sh simplesamlphp.sh --check  walks through the sign-in with curl
#
# Nothing of the system's own SimpleSAMLphp is changed: configuration, key and sessions are in a temporary directory.
set -eu

: "${OCTAVO_URL:?the public URL of Octavo}" "${ORG:?the id of the organization}" "${TOKEN:?the API token of an admin}"
PORT=${PORT:-8085}
WWW=${WWW:-/usr/share/simplesamlphp/www}
IDP=http://127.0.0.1:$PORT
DIR=$(mktemp -d)
SERVER=
PROVIDER=
finish() {
  [ -z "$SERVER" ] || kill "$SERVER" 2>/dev/null || true
  [ -z "$PROVIDER" ] || api -X DELETE "$OCTAVO_URL/v1/orgs/$ORG/saml/$PROVIDER" >/dev/null || true
  rm -rf "$DIR"
}
trap finish EXIT
trap 'exit 1' INT TERM
api() { curl -sS -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" "$@"; }
# a field of JSON on one line
field() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p" | head -n 1; }

# 1. a key and a certificate of the identity provider
mkdir -p "$DIR/config" "$DIR/metadata" "$DIR/cert" "$DIR/log" "$DIR/data" "$DIR/tmp" "$DIR/sessions"
openssl req -x509 -newkey rsa:3072 -nodes -days 30 -subj "/CN=SimpleSAMLphp" \
  -keyout "$DIR/cert/idp.key" -out "$DIR/cert/idp.crt" 2>/dev/null

# 2. the provider in Octavo: newlines of the certificate become \n in JSON
CERTIFICATE=$(awk '{printf "%s\\n", $0}' "$DIR/cert/idp.crt")
MADE=$(api "$OCTAVO_URL/v1/orgs/$ORG/saml" -d "{
  \"label\": \"SimpleSAMLphp\", \"entityID\": \"$IDP/metadata\",
  \"ssoURL\": \"$IDP/saml2/idp/SSOService.php\", \"certificate\": \"$CERTIFICATE\", \"defaultRole\": \"read\" }")
START=$(printf '%s' "$MADE" | field startURL)
ACS=$(printf '%s' "$MADE" | field acsURL)
SERVICE=${START%/start}
PROVIDER=${SERVICE##*/}
[ -n "$START" ] || { echo "Octavo refused the provider: $MADE" >&2; exit 1; }

# 3. SimpleSAMLphp: one person, one service
cat > "$DIR/config/config.php" <<PHP
<?php
\$config = [
  'baseurlpath' => '$IDP/', 'certdir' => '$DIR/cert/', 'loggingdir' => '$DIR/log/', 'datadir' => '$DIR/data/',
  'tempdir' => '$DIR/tmp', 'metadatadir' => '$DIR/metadata/', 'secretsalt' => '$(openssl rand -hex 16)',
  'auth.adminpassword' => '$(openssl rand -hex 16)', 'logging.handler' => 'file', 'showerrors' => true,
  'enable.saml20-idp' => true, 'module.enable' => ['exampleauth' => true, 'core' => true, 'saml' => true],
  'session.phpsession.savepath' => '$DIR/sessions', 'store.type' => 'phpsession', 'session.cookie.secure' => false,
  'session.phpsession.cookiename' => 'SimpleSAML', 'admin.checkforupdates' => false,
  'metadata.sources' => [['type' => 'flatfile']],
];
PHP
cat > "$DIR/config/authsources.php" <<'PHP'
<?php
$config = ['people' => ['exampleauth:UserPass', 'ada:secret' => [
  'uid' => ['ada'], 'mail' => ['ada@simplesamlphp.test'], 'displayName' => ['Ada Lovelace']]]];
PHP
cat > "$DIR/metadata/saml20-idp-hosted.php" <<PHP
<?php
\$metadata['$IDP/metadata'] = ['host' => '__DEFAULT__', 'privatekey' => 'idp.key', 'certificate' => 'idp.crt',
  'auth' => 'people', 'attributes.NameFormat' => 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic'];
PHP
cat > "$DIR/metadata/saml20-sp-remote.php" <<PHP
<?php
\$metadata['$SERVICE'] = ['AssertionConsumerService' => '$ACS'];
PHP

# 4. its server
SIMPLESAMLPHP_CONFIG_DIR="$DIR/config" php -d session.save_path="$DIR/sessions" -S "127.0.0.1:$PORT" -t "$WWW" \
  > "$DIR/log/server.log" 2>&1 &
SERVER=$!
for _ in 1 2 3 4 5 6 7 8 9 10; do
  curl -fsS -o /dev/null "$IDP/saml2/idp/metadata.php" 2>/dev/null && break
  sleep 1
done

if [ "${1:-}" != --check ]; then
  echo "Open $START and sign in as ada with the password secret. Ctrl-C ends it, and removes the provider."
  wait "$SERVER"
  exit
fi

# 5. what a browser does: to the provider, its form, its answer, and back
browser() { curl -sS -L -c "$DIR/cookies" -b "$DIR/cookies" "$@"; }
# the value of an input, with the entities of HTML undone
input() { tr '\n' ' ' | grep -o "<input[^>]*name=\"$1\"[^>]*>" | sed -n 's/.*value="\([^"]*\)".*/\1/p' | sed 's/&amp;/\&/g' | head -n 1; }
browser "$START" > "$DIR/login.html"
browser "$IDP/module.php/core/loginuserpass.php" --data-urlencode "username=ada" --data-urlencode "password=secret" \
  --data-urlencode "AuthState=$(input AuthState < "$DIR/login.html")" > "$DIR/answer.html"
RESPONSE=$(input SAMLResponse < "$DIR/answer.html")
[ -n "$RESPONSE" ] || { echo "SimpleSAMLphp did not answer:" >&2; sed 's/<[^>]*>//g' "$DIR/answer.html" | grep -v '^ *$' | head -n 20 >&2; tail -n 20 "$DIR"/log/* >&2; exit 1; }
browser "$ACS" -H "Origin: $IDP" --data-urlencode "SAMLResponse=$RESPONSE" -w '\n%{http_code} %{url_effective}\n' > "$DIR/end.html"
tail -n 1 "$DIR/end.html"
grep -q "You are signed in" "$DIR/end.html" || { sed 's/<[^>]*>//g' "$DIR/end.html" | tail -n 20 >&2; exit 1; }
api "$OCTAVO_URL/v1/orgs/$ORG/members?search=ada@simplesamlphp.test"
echo
# the same answer a second time
curl -sS -o "$DIR/again.html" -w 'once more: %{http_code}\n' "$ACS" --data-urlencode "SAMLResponse=$RESPONSE"
