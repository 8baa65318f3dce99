#!/usr/bin/env bash
# Writes the secrets that docker-compose.yml reads to .env; existing ones stay unchanged.
set -euo pipefail
cd "$(dirname "$0")/.."
umask 077
touch .env
add() {
  grep -q "^$1=" .env || { echo "$1=$2" >> .env; echo "Wrote $1."; }
}
add SERVICE_CREDENTIAL "$(openssl rand -hex 32)"
add METRICS_TOKEN "$(openssl rand -hex 24)"
add STRIPE_WEBHOOK_SECRET "whsec_$(openssl rand -hex 24)"
add DUFFEL_WEBHOOK_SECRET "$(openssl rand -hex 24)"
add POSTGRES_PASSWORD "$(openssl rand -hex 16)"
add SESSION_KEY_SECRET "$(openssl rand -hex 32)"
