#!/usr/bin/env bash
# Writes the secrets that docker-compose.yml reads into .env, once.
set -euo pipefail
cd "$(dirname "$0")/.."
[ -e .env ] && { echo ".env is there already."; exit 0; }
umask 077
{
  echo "SERVICE_CREDENTIAL=$(openssl rand -hex 32)"
  echo "STRIPE_WEBHOOK_SECRET=whsec_$(openssl rand -hex 24)"
  echo "DUFFEL_WEBHOOK_SECRET=$(openssl rand -hex 24)"
  echo "POSTGRES_PASSWORD=$(openssl rand -hex 16)"
  echo "JWT_PRIVATE_KEY=$(openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 | awk '{printf "%s\\n", $0}')"
} > .env
echo "Wrote .env."
