#!/bin/sh
# Writes the secrets of compose.yaml into deploy/secrets, or into the folder that is named. Files that exist are kept, so it
# may be run again. Keep a copy of them: secret-key belongs to every backup.
#
# Compose mounts the files as they are, and the processes run under accounts of their own: so the files can be read by all, and
# the folder can be entered by you alone.
set -eu
folder=${1:-$(dirname "$0")/secrets}
mkdir -p "$folder"
chmod 700 "$folder"

characters() {
  LC_ALL=C tr -dc 'A-Za-z0-9' </dev/urandom | dd bs=1 count="$1" 2>/dev/null
}

keep() {
  [ -e "$folder/$1" ] || printf '%s\n' "$2" >"$folder/$1"
  chmod 444 "$folder/$1"
}

keep postgres-password "$(characters 32)"
keep database-password "$(characters 32)"
keep redis-password "$(characters 32)"
keep secret-key "$(characters 48)"
keep bootstrap-api-key "ck_o_$(characters 8)_$(characters 32)"
keep database-url "postgres://concordat:$(cat "$folder/database-password")@postgres:5432/concordat"
keep redis-url "redis://:$(cat "$folder/redis-password")@redis:6379"
