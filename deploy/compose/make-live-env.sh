#!/bin/sh
# Writes .env for a live system under docker compose: new secrets, and the settings that only you can give. Compose
# reads this file automatically. Git and the image build ignore it, and only its owner may read it.
#
#   deploy/compose/make-live-env.sh [FILE]      FILE is .env in the repository's root without an argument
set -eu
file=${1:-$(dirname "$0")/../../.env}
if [ -e "$file" ]; then
  echo "$file exists, and its secrets open the data that they protect. Move it away first." >&2
  exit 1
fi
command -v openssl >/dev/null || {
  echo "openssl is missing; install it" >&2
  exit 2
}
secret() { openssl rand -hex 24; }
# A key ring: an id and 32 bytes in base64url.
ring() { printf 'k1:%s' "$(openssl rand -base64 32 | tr '+/' '-_' | tr -d '=\n')"; }

umask 077
cat >"$file" <<END
COMPOSE_FILE=docker-compose.yml:docker-compose.live.yml
COMPOSE_PATH_SEPARATOR=:

# Made by deploy/compose/make-live-env.sh. Keep a copy where your other secrets are: stored data need the key rings.
ASSAY_PG_PASSWORD=$(secret)
ASSAY_NATS_BILLING_PASSWORD=$(secret)
ASSAY_NATS_GATEWAY_PASSWORD=$(secret)
ASSAY_NATS_ENGINE_PASSWORD=$(secret)
ASSAY_NATS_WATCH_PASSWORD=$(secret)
ASSAY_ADMIN_TOKEN=$(secret)
ASSAY_BILLING_SECRET_KEYS=$(ring)
ASSAY_WATCH_SECRET_KEYS=$(ring)
ASSAY_SIGNING_KEYS=$(ring)
ASSAY_DASHBOARD_SECRET=$(secret)
ASSAY_DASHBOARD_SECRET_KEYS=$(ring)

# Two nodes of two vendors, for the chain types, watches, the gate and the level "anchored". Keep the quotes.
# ASSAY_RPC_URLS='{"one":"https://...","two":"https://..."}'

# Keys of providers; docs/reference/providers.md lists them.
# ASSAY_PROVIDER_KEYS='{"coingecko":"..."}'

# The dashboard sends links by mail. To start it, set both lines.
# COMPOSE_PROFILES=dashboard
# ASSAY_SMTP_URL=smtps://user:password@mail.example.com

# Where callers and browsers reach the system, if not on this machine.
# ASSAY_PUBLIC_URL=https://api.example.com
# ASSAY_DASHBOARD_URL=https://dashboard.example.com
END
echo "wrote $file. Set the commented lines that you need, then run: docker compose up --wait && docker compose logs ready"
