#!/bin/sh
# Run once by the image of Postgres, when its folder is empty. Concordat gets a role and a database of its own: a fault in it
# must not be the superuser's.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$(cat "$DATABASE_PASSWORD_FILE")" \
  --username "$POSTGRES_USER" --dbname postgres <<'SQL'
create role concordat login password :'password';
create database concordat owner concordat;
SQL
