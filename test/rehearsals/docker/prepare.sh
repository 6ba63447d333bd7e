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

# shellcheck disable=SC2046 # one word for each image
test/rehearsals/docker/stand-ins.sh $(sed -n 's/^ *image: \(docker.io.*\)/\1/p' docker-compose.yml)
# Saves the project's own image to a file, which the engine loads.
image=localhost/assay:$(sed -n 's/^  "version": "\(.*\)",/\1/p' package.json)
buildah inspect --type image "$image" >/dev/null 2>&1 || {
  echo "$image is missing: run \"make image\" first" >&2
  exit 2
}
rm -f "$cache/images/assay.tar"
buildah push -q "$image" "docker-archive:$cache/images/assay.tar:$image"
