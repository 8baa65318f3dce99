#!/usr/bin/env bash
# Creates the roles of the services (roles.sql) with the passwords ACCOUNTS_DATABASE_PASSWORD and PAYMENTS_DATABASE_PASSWORD of
# the environment. psql reads its connection from the environment too (PGHOST, PGPORT, PGUSER, PGDATABASE, PGPASSFILE or
# PGPASSWORD), because every user of a machine can read command lines. Default: the database of docker-compose.yml, in its container.
set -euo pipefail
if [ $# -gt 0 ]; then
  echo "roles.sh takes no arguments: set PGHOST, PGUSER, PGDATABASE and PGPASSFILE." >&2
  exit 2
fi
: "${ACCOUNTS_DATABASE_PASSWORD:?is not set}" "${PAYMENTS_DATABASE_PASSWORD:?is not set}"
export PGUSER=${PGUSER:-postgres} PGDATABASE=${PGDATABASE:-fareline}
sql=$(dirname "$0")/roles.sql
[ -f "$sql" ] || sql=/fareline/roles.sql
{
  cat <<'SQL'
\getenv accounts ACCOUNTS_DATABASE_PASSWORD
\getenv payments PAYMENTS_DATABASE_PASSWORD
select set_config('fareline.accounts_password', :'accounts', false), set_config('fareline.payments_password', :'payments', false) \g /dev/null
SQL
  cat "$sql"
} | psql --quiet --no-psqlrc --set ON_ERROR_STOP=1
