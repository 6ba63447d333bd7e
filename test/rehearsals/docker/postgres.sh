#!/bin/sh
# Imitates the start of PostgreSQL's official image, as far as docker-compose.yml and the chart rely on it. Like the original,
# it first initialises a server that listens only on a Unix socket, stops it, and then starts the real one. INIT_SECONDS
# prolongs the first part.
set -eu
if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA" /var/run/postgresql
  chown -R postgres "$PGDATA" /var/run/postgresql
  chmod 700 "$PGDATA"
  exec setpriv --reuid=postgres --regid=postgres --clear-groups "$0" "$@"
fi
# At every mount Kubernetes grants the group rights on a volume. PostgreSQL refuses to start with these rights.
mkdir -p "$PGDATA"
chmod 700 "$PGDATA"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  printf %s "$POSTGRES_PASSWORD" >/tmp/password
  initdb -D "$PGDATA" -U postgres --pwfile=/tmp/password -A scram-sha-256 -E UTF8 --locale=C.UTF-8 >/dev/null
  rm /tmp/password
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  pg_ctl -D "$PGDATA" -w -o "-c listen_addresses=''" start >/dev/null
  PGPASSWORD=$POSTGRES_PASSWORD psql -U postgres -d postgres -c "CREATE DATABASE \"$POSTGRES_DB\""
  sleep "${INIT_SECONDS:-5}"
  pg_ctl -D "$PGDATA" -m fast -w stop >/dev/null
fi
exec postgres -D "$PGDATA" -c listen_addresses='*'
