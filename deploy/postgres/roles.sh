#!/usr/bin/env bash
# roles.sh [psql arguments]: creates the roles of the services (roles.sql) with the passwords ACCOUNTS_DATABASE_PASSWORD and
# PAYMENTS_DATABASE_PASSWORD of the environment. Without arguments it uses the database of the container in docker-compose.yml.
set -euo pipefail
sql=$(dirname "$0")/roles.sql
[ -f "$sql" ] || sql=/fareline/roles.sql
[ $# -gt 0 ] || set -- --username postgres --dbname fareline
# No command line contains a password.
{
  cat <<'SQL'
\getenv accounts ACCOUNTS_DATABASE_PASSWORD
\getenv payments PAYMENTS_DATABASE_PASSWORD
select set_config('fareline.accounts_password', :'accounts', false), set_config('fareline.payments_password', :'payments', false) \g /dev/null
SQL
  cat "$sql"
} | psql --quiet --no-psqlrc --set ON_ERROR_STOP=1 "$@"
