#!/usr/bin/env bash
# Creates the roles of the services (roles.sql) with the passwords of the environment: in the product's database with
# ACCOUNTS_DATABASE_PASSWORD and PAYMENTS_DATABASE_PASSWORD, in that of the keys with ACCOUNTS_KEYS_PASSWORD and PAYMENTS_KEYS_PASSWORD.
# psql reads its connection from the environment too (PGHOST, PGPORT, PGUSER, PGDATABASE, PGPASSFILE or PGPASSWORD), because every user of
# a machine can read command lines. The database of the keys is KEYS_PGDATABASE, which is created unless it exists, on KEYS_PGHOST if that is
# another server. Default: the databases of docker-compose.yml, in their container.
set -euo pipefail
if [ $# -gt 0 ]; then
  echo "roles.sh takes no arguments: set PGHOST, PGUSER, PGDATABASE and PGPASSFILE." >&2
  exit 2
fi
: "${ACCOUNTS_DATABASE_PASSWORD:?is not set}" "${PAYMENTS_DATABASE_PASSWORD:?is not set}"
: "${ACCOUNTS_KEYS_PASSWORD:?is not set}" "${PAYMENTS_KEYS_PASSWORD:?is not set}"
export PGUSER=${PGUSER:-postgres} PGDATABASE=${PGDATABASE:-fareline}
KEYS_PGDATABASE=${KEYS_PGDATABASE:-fareline_keys}
sql=$(dirname "$0")/roles.sql
[ -f "$sql" ] || sql=/fareline/roles.sql
run() {
  psql --quiet --no-psqlrc --set ON_ERROR_STOP=1
}
# create <name in settings>=<variable of the password>...
create() {
  {
    for pair in "$@"; do
      printf '\\getenv password %s\n' "${pair#*=}"
      printf "select set_config('fareline.%s_password', :'password', false) \\g /dev/null\n" "${pair%=*}"
    done
    cat "$sql"
  } | run
}
create accounts=ACCOUNTS_DATABASE_PASSWORD payments=PAYMENTS_DATABASE_PASSWORD
if [ -n "${KEYS_PGHOST:-}" ]; then export PGHOST=$KEYS_PGHOST; fi
PGDATABASE=postgres run <<SQL
select format('create database %I', '$KEYS_PGDATABASE')
where not exists (select from pg_database where datname = '$KEYS_PGDATABASE') \gexec
SQL
PGDATABASE=$KEYS_PGDATABASE create accounts_keys=ACCOUNTS_KEYS_PASSWORD payments_keys=PAYMENTS_KEYS_PASSWORD
