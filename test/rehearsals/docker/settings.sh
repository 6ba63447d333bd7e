# Read by the other scripts of this folder. They create all files below one folder, which can be removed at any time.
cache=${ASSAY_REHEARSE_COMPOSE_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/assay/rehearse-compose}
bin=$cache/bin
engine=$cache/engine
# Compose is built from its Go module. The NATS server has the version that docker-compose.yml names.
compose_version=v2.40.3
nats_version=v$(sed -n 's/.*docker.io\/library\/nats:\([0-9.]*\).*/\1/p' docker-compose.yml)
export DOCKER_HOST=unix://$engine/run/docker.sock
