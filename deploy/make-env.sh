#!/usr/bin/env bash
# Writes the secrets that docker-compose.yml reads to .env; existing ones stay unchanged.
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
# An entry of the callers that a service accepts: the name and the hash of the credential.
caller() {
  printf '%s:%s' "$1" "$(printf '%s' "$(value "$2")" | openssl dgst -sha256 -r | cut -d ' ' -f 1)"
}
add ACCOUNTS_CREDENTIAL "$(openssl rand -hex 32)"
add FLIGHTS_CREDENTIAL "$(openssl rand -hex 32)"
add PAYMENTS_CREDENTIAL "$(openssl rand -hex 32)"
add PRERENDER_CREDENTIAL "$(openssl rand -hex 32)"
accounts=$(caller accounts ACCOUNTS_CREDENTIAL)
flights=$(caller flights FLIGHTS_CREDENTIAL)
payments=$(caller payments PAYMENTS_CREDENTIAL)
prerender=$(caller prerender PRERENDER_CREDENTIAL)
add ACCOUNTS_ACCEPTED_CALLERS "$flights,$payments,$prerender"
add FLIGHTS_ACCEPTED_CALLERS "$accounts,$payments"
add PAYMENTS_ACCEPTED_CALLERS "$accounts"
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
