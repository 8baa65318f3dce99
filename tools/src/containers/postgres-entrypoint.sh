#!/bin/bash
# Does what the entrypoint of the public image does: creates the database in an empty volume, and runs the scripts for it once.
set -euo pipefail
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  initdb --username=postgres --auth-host=scram-sha-256 --auth-local=trust --pwfile=<(printf '%s\n' "$POSTGRES_PASSWORD")
  printf 'host all all all scram-sha-256\n' >> "$PGDATA/pg_hba.conf"
  pg_ctl --wait --options='-c listen_addresses=' start
  createdb --username=postgres "$POSTGRES_DB"
  for script in /docker-entrypoint-initdb.d/*.sh; do "$script"; done
  pg_ctl --wait stop
fi
exec postgres -c listen_addresses='*'
