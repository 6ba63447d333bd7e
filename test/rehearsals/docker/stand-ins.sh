#!/bin/bash
# stand-ins.sh IMAGE...: creates substitutes for the servers' official images, because the rehearsals ask no image registry.
# The cache keeps them as archives with the official names. Needs root, Go, buildah and debootstrap.
set -euo pipefail
cd "$(dirname "$0")/../../.."
. test/rehearsals/docker/settings.sh
mkdir -p "$bin" "$cache/images"

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
  [ ! -e "$file" ] || [ "$file" -ot test/rehearsals/docker/stand-ins.sh ] || return 0
  container=$(buildah from --pull-never "$base")
  "$@" "$container"
  buildah commit -q --rm "$container" localhost/assay-stand-ins:last >/dev/null
  rm -f "$file"
  buildah push -q localhost/assay-stand-ins:last "docker-archive:$file:$name"
}
postgres() {
  buildah copy -q --chmod 755 "$1" test/rehearsals/docker/postgres.sh /usr/local/bin/docker-entrypoint.sh >/dev/null
  # 999 is the user of the official image, and the chart runs the server as this user.
  buildah run --isolation=chroot "$1" -- sh -c 'usermod -u 999 postgres && groupmod -g 999 postgres &&
    rm -rf /var/lib/postgresql/* && ln -s /usr/lib/postgresql/*/bin/* /usr/local/bin/ &&
    install -d -o 999 -g 999 -m 1777 /var/lib/postgresql/data && chown 999:999 /var/lib/postgresql /var/run/postgresql'
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

for image in "$@"; do
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
