#!/usr/bin/env bash
# Writes the secrets and the origin that docker-compose.yml reads to .env; existing ones stay unchanged. Adds the hash of a credential that was
# changed to the lists of callers.
set -euo pipefail
cd "$(dirname "$0")/.."
umask 077
touch .env
chmod 600 .env
# Without a newline at the end, the first secret would become part of the last line.
[[ -z $(tail -c 1 .env) ]] || echo >> .env
# value <name>: as Docker Compose reads it, without quotes around it.
value() {
  sed -n "s/^$1=//p" .env | tail -n 1 | sed -E "s/^[[:space:]]+//; s/[[:space:]]+$//; s/^\"(.*)\"$/\1/; s/^'(.*)'$/\1/"
}
add() {
  if [[ -z $(value "$1") ]]; then
    sed -i "/^$1=/d" .env
    echo "$1=$2" >> .env
    echo "Wrote $1."
  fi
}
# accept <list> <caller>...: adds the callers whose current credentials are not in the list: name and hash of the credential.
accept() {
  local list=$1 name credential entry accepted
  shift
  accepted=$(value "$list")
  for name in "$@"; do
    credential=$(value "${name^^}_CREDENTIAL")
    if ((${#credential} < 32)); then
      echo "${name^^}_CREDENTIAL in .env has fewer than 32 characters: remove its line, and run this again to get a new one." >&2
      exit 1
    fi
    entry=$name:$(printf '%s' "$credential" | openssl dgst -sha256 -r | cut -d ' ' -f 1)
    case ",$accepted," in
      *",$entry,"*) continue ;;
      *",$name:"*) echo "Added the new credential of $name to $list: remove its earlier entry once $name runs with the new one." ;;
    esac
    accepted=${accepted:+$accepted,}$entry
  done
  add "$list" "$accepted"
  sed -i "s/^$list=.*/$list=$accepted/" .env
}
add ACCOUNTS_CREDENTIAL "$(openssl rand -hex 32)"
add FLIGHTS_CREDENTIAL "$(openssl rand -hex 32)"
add PAYMENTS_CREDENTIAL "$(openssl rand -hex 32)"
add PRERENDER_CREDENTIAL "$(openssl rand -hex 32)"
accept ACCOUNTS_ACCEPTED_CALLERS flights payments prerender
accept FLIGHTS_ACCEPTED_CALLERS accounts payments
accept PAYMENTS_ACCEPTED_CALLERS accounts
add PAYMENTS_HASH_KEY "$(openssl rand -hex 32)"
add METRICS_TOKEN "$(openssl rand -hex 24)"
add STRIPE_WEBHOOK_SECRET_TEST "whsec_$(openssl rand -hex 24)"
add DUFFEL_WEBHOOK_SECRET_TEST "$(openssl rand -hex 24)"
add MAIL_WEBHOOK_SECRET "$(openssl rand -hex 24)"
add POSTGRES_PASSWORD "$(openssl rand -hex 16)"
add ACCOUNTS_DATABASE_PASSWORD "$(openssl rand -hex 32)"
add PAYMENTS_DATABASE_PASSWORD "$(openssl rand -hex 32)"
add ACCOUNTS_KEYS_PASSWORD "$(openssl rand -hex 32)"
add PAYMENTS_KEYS_PASSWORD "$(openssl rand -hex 32)"
add CACHE_REDIS_PASSWORD "$(openssl rand -hex 32)"
add JOBS_REDIS_PASSWORD "$(openssl rand -hex 32)"
# The key with which front ends are released, and its public part, which the edge accepts.
add RELEASE_KEY "$(openssl genpkey -algorithm ed25519 -outform DER | base64 -w 0)"
add RELEASE_KEYS "*=$(value RELEASE_KEY | base64 -d | openssl pkey -inform DER -pubout -outform DER | base64 -w 0)"
add SESSION_KEY_SECRET "$(openssl rand -hex 32)"
# Not secret: where browsers reach the edge. A PORT that is added later needs another SITE_ORIGIN.
port=$(value PORT)
add SITE_ORIGIN "http://localhost:${port:-3000}"
# Where staff work: a host of its own, with the same scheme and port.
add ADMIN_ORIGIN "$(value SITE_ORIGIN | sed -E 's/,.*//; s#^(https?://)(www\.)?#\1admin.#')"
