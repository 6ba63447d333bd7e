# Read by the other scripts of this folder. Everything that they make is below one folder, which may be removed at any time.
cache=${ASSAY_REHEARSE_COMPOSE_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/assay/rehearse-compose}
bin=$cache/bin
engine=$cache/engine
# Compose is built from its Go module. The NATS server is the one that docker-compose.yml names.
compose_version=v2.40.3
nats_version=v$(sed -n 's/.*docker.io\/library\/nats:\([0-9.]*\).*/\1/p' docker-compose.yml)
export DOCKER_HOST=unix://$engine/run/docker.sock
