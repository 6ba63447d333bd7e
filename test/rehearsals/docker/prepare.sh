#!/bin/bash
# Creates what is missing in the cache: Debian's Docker engine (unpacked, not installed), Docker Compose built from its Go
# module, and substitutes for the servers' official images. Needs root, Go, buildah and debootstrap; the first run takes
# minutes.
set -euo pipefail
cd "$(dirname "$0")/../../.."
. test/rehearsals/docker/settings.sh
for tool in go buildah debootstrap dpkg-deb iptables nsenter; do
  command -v "$tool" >/dev/null || {
    echo "$tool is missing: apt-get install -y --no-install-recommends golang-go buildah debootstrap iptables util-linux" >&2
    exit 2
  }
done
mkdir -p "$bin" "$engine" "$cache/images"

if [ ! -e "$engine/programs/usr/sbin/dockerd" ]; then
  echo "taking the Docker engine from Debian's packages"
  mkdir -p "$cache/debs"
  (cd "$cache/debs" && apt-get download docker.io containerd runc tini >/dev/null 2>&1)
  for package in "$cache"/debs/*.deb; do dpkg-deb -x "$package" "$engine/programs"; done
fi

if [ ! -e "$bin/docker-compose" ]; then
  echo "building Docker Compose $compose_version (about five minutes)"
  source=$(go mod download -json "github.com/docker/compose/v2@$compose_version" | sed -n 's/.*"Dir": "\(.*\)",*/\1/p')
  # Go applies the replacements in a go.mod only to the main module, so copy Compose and build it as one.
  rm -rf "$cache/compose" && cp -r "$source" "$cache/compose" && chmod -R u+w "$cache/compose"
  (cd "$cache/compose" && CGO_ENABLED=0 GOFLAGS=-buildvcs=false nice -n 10 go build -trimpath \
    -ldflags="-s -w -X github.com/docker/compose/v2/internal.Version=$compose_version" -o "$bin/docker-compose" ./cmd)
  rm -rf "$cache/compose"
fi

if [ "$("$bin/nats-server" --version 2>/dev/null)" != "nats-server: $nats_version" ]; then
  echo "building the NATS server $nats_version"
  CGO_ENABLED=0 GOFLAGS=-buildvcs=false GOBIN=$bin nice -n 10 go install -trimpath -ldflags='-s -w' \
    "github.com/nats-io/nats-server/v2@$nats_version"
fi

base=localhost/assay-stand-ins:base
if ! buildah inspect --type image "$base" >/dev/null 2>&1; then
  echo "making a base of Debian's PostgreSQL and Prometheus"
  rm -rf "$cache/base"
  debootstrap --variant=minbase --include=postgresql,prometheus,busybox-static,ca-certificates \
    "$(. /etc/os-release && echo "$VERSION_CODENAME")" "$cache/base" >"$cache/debootstrap.log"
  rm -rf "$cache"/base/var/cache/apt/archives/* "$cache"/base/var/lib/apt/lists/*
  container=$(buildah from scratch)
  buildah copy -q "$container" "$cache/base" / >/dev/null
  buildah commit -q --rm "$container" "$base" >/dev/null
  rm -rf "$cache/base"
fi

# stand_in NAME COMMAND...: creates a substitute image from the base, changes it by buildah commands on "$container", and
# saves it under an official name.
stand_in() {
  local name=$1 file container
  file=$cache/images/$(echo "$name" | tr '/:' '__').tar
  shift
  [ ! -e "$file" ] || [ "$file" -ot test/rehearsals/docker/prepare.sh ] || return 0
  container=$(buildah from --pull-never "$base")
  "$@" "$container"
  buildah commit -q --rm "$container" localhost/assay-stand-ins:last >/dev/null
  rm -f "$file"
  buildah push -q localhost/assay-stand-ins:last "docker-archive:$file:$name"
}
postgres() {
  buildah copy -q --chmod 755 "$1" test/rehearsals/docker/postgres.sh /usr/local/bin/docker-entrypoint.sh >/dev/null
  buildah run --isolation=chroot "$1" -- sh -c 'rm -rf /var/lib/postgresql/* && ln -s /usr/lib/postgresql/*/bin/* /usr/local/bin/'
  buildah config --entrypoint '["/usr/local/bin/docker-entrypoint.sh"]' --volume /var/lib/postgresql \
    --env PGDATA=/var/lib/postgresql/18/docker "$1"
}
nats() {
  buildah copy -q "$1" "$bin/nats-server" /usr/local/bin/nats-server >/dev/null
  buildah run --isolation=chroot "$1" -- ln -s /bin/busybox /usr/local/bin/wget
  buildah config --entrypoint '["/usr/local/bin/nats-server"]' "$1"
}
prometheus() {
  buildah run --isolation=chroot "$1" -- install -d -o 65534 -g 65534 /prometheus
  buildah config --entrypoint '["/usr/bin/prometheus","--storage.tsdb.path=/prometheus"]' --user 65534 \
    --workingdir /prometheus "$1"
}
# Creates a substitute for a server that no package offers: it writes to its volume as the official image's user, and answers
# 200.
idle() {
  local user=$1 port=$2 data=$3 container=$4
  buildah run --isolation=chroot "$container" -- sh -c "install -d -o $user /www && echo ok >/www/index.html && install -d -o $user $data"
  buildah config --user "$user" --entrypoint \
    '["/bin/sh","-c","date >>'"$data"'/probe && exec busybox httpd -f -p '"$port"' -h /www"]' "$container"
}
tempo() { idle 10001 3200 /var/tempo "$1"; }
grafana() { idle 472 3000 /var/lib/grafana "$1"; }
collector() { idle 10001 4318 /tmp "$1"; }

for image in $(sed -n 's/^ *image: \(docker.io.*\)/\1/p' docker-compose.yml); do
  case $image in
    */postgres:*) stand_in "$image" postgres ;;
    */nats:*) stand_in "$image" nats ;;
    */prometheus:*) stand_in "$image" prometheus ;;
    */tempo:*) stand_in "$image" tempo ;;
    */grafana:*) stand_in "$image" grafana ;;
    */opentelemetry-collector*) stand_in "$image" collector ;;
    *) echo "no stand-in for $image" >&2 && exit 1 ;;
  esac
done
# Saves the project's own image to a file, which the engine loads.
image=localhost/assay:$(sed -n 's/^  "version": "\(.*\)",/\1/p' package.json)
buildah inspect --type image "$image" >/dev/null 2>&1 || {
  echo "$image is missing: run \"make image\" first" >&2
  exit 2
}
rm -f "$cache/images/assay.tar"
buildah push -q "$image" "docker-archive:$cache/images/assay.tar:$image"
