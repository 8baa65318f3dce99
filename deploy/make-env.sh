#!/usr/bin/env bash
# Writes the secrets that docker-compose.yml reads to .env; existing ones stay unchanged. Adds the hash of a credential that was
# changed to the lists of callers.
set -euo pipefail
cd "$(dirname "$0")/.."
umask 077
touch .env
add() {
  grep -q "^$1=" .env || { echo "$1=$2" >> .env; echo "Wrote $1."; }
}
value() {
  sed -n "s/^$1=//p" .env
}
# accept <list> <caller>...: adds the callers whose current credentials are not in the list: name and hash of the credential.
accept() {
  local list=$1 name credential entry accepted
  shift
  accepted=$(value "$list")
  for name in "$@"; do
    credential=$(value "${name^^}_CREDENTIAL")
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
# SERVICE_CREDENTIAL is of earlier versions, which made the hashes in the database with it.
hash_key=$(value SERVICE_CREDENTIAL)
add PAYMENTS_HASH_KEY "${hash_key:-$(openssl rand -hex 32)}"
add METRICS_TOKEN "$(openssl rand -hex 24)"
add STRIPE_WEBHOOK_SECRET "whsec_$(openssl rand -hex 24)"
add DUFFEL_WEBHOOK_SECRET "$(openssl rand -hex 24)"
add POSTGRES_PASSWORD "$(openssl rand -hex 16)"
add ACCOUNTS_DATABASE_PASSWORD "$(openssl rand -hex 32)"
add PAYMENTS_DATABASE_PASSWORD "$(openssl rand -hex 32)"
add CACHE_REDIS_PASSWORD "$(openssl rand -hex 32)"
add JOBS_REDIS_PASSWORD "$(openssl rand -hex 32)"
add SESSION_KEY_SECRET "$(openssl rand -hex 32)"
