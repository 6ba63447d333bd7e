#!/usr/bin/env bash
# Runs the README's two commands in a new Debian that has only Node.js, npm and make, once for each version of Node.js.
# Needs root and debootstrap. Prints the duration of each step; the logs are in .data/bare.
#
#   NODES="20.20.2 26.10.0"   versions, taken from the npm package node-linux-<arch>
#   TESTS=all                 runs all of "make test"; otherwise its set-up and the tests of one package
set -euo pipefail
cd "$(dirname "$0")/.."

work=$PWD/.data/bare
nodes=${NODES:-20.20.2 26.10.0}
tests=${TESTS:-set-up}
arch=$(node -p process.arch)
npm=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")
mkdir -p "$work"
[ "$(id -u)" = 0 ] || { echo "run as root: debootstrap and chroot need it" >&2; exit 2; }
command -v debootstrap >/dev/null || { echo "debootstrap is missing: apt-get install debootstrap" >&2; exit 2; }
# Runs in its own mount namespace, so that its mounts end with it.
if [ "${ASSAY_BARE_NAMESPACE:-}" = "" ]; then
  ASSAY_BARE_NAMESPACE=1 exec unshare --mount --propagation private "$0" "$@"
fi

if [ ! -f "$work/base.tar" ]; then
  echo "making the base with debootstrap"
  rm -rf "$work/base"
  debootstrap --variant=minbase --include=ca-certificates,make bookworm "$work/base" >"$work/debootstrap.log"
  tar -C "$work/base" -cf "$work/base.tar.part" .
  mv "$work/base.tar.part" "$work/base.tar"
  rm -rf "$work/base"
fi

# Runs a command inside the Debian of a folder. Of this machine's environment it gets only the proxy settings.
inside() {
  local root=$1
  shift
  local pass=()
  for name in http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY NODE_EXTRA_CA_CERTS ASSAY_PORT; do
    [ -z "${!name:-}" ] || pass+=("$name=${!name}")
  done
  chroot "$root" /usr/bin/env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    "${pass[@]}" /bin/bash -c "cd /assay && $*"
}

rehearse() {
  local version=$1
  local root="$work/node-$version"
  local log="$work/node-$version.log"
  rm -rf --one-file-system "$root"
  mkdir -p "$root"
  tar -C "$root" -xf "$work/base.tar"
  # Installs npm too, as any installation of Node.js does.
  npm install --prefix "$work/programs" --no-save --no-audit --no-fund --loglevel=error \
    "node-linux-$arch@$version" >/dev/null
  install -D "$work/programs/node_modules/node-linux-$arch/bin/node" "$root/usr/local/bin/node"
  mkdir -p "$root/usr/local/lib/node_modules"
  cp -aL "$npm" "$root/usr/local/lib/node_modules/npm"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
  ln -s ../lib/node_modules/npm/bin/npx-cli.js "$root/usr/local/bin/npx"
  # Files that npm and apt need to reach their registries through a proxy.
  cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"
  cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
  for file in "$(npm config get userconfig)" "$(npm config get globalconfig)"; do
    [ ! -f "$file" ] || cat "$file" >>"$root/root/.npmrc"
  done
  mount --bind /dev "$root/dev"
  mount -t proc proc "$root/proc"
  mkdir "$root/assay"
  git ls-files -z --cached --others --exclude-standard | tar --null --ignore-failed-read -cf - -T - 2>/dev/null |
    tar -C "$root/assay" -xf -

  # Node.js 26 loads this library, so installations of Node.js 26 include it.
  inside "$root" 'node -v' >/dev/null 2>&1 ||
    inside "$root" 'apt-get -qq update && apt-get -qq install -y --no-install-recommends libatomic1' >"$log" 2>&1
  echo "Node.js $version: $(inside "$root" 'node -v; npm -v; make -v | head -n 1' | tr '\n' ' ')"
  local started=$SECONDS
  ASSAY_PORT=$(node -p "20000 + process.pid % 20000")
  export ASSAY_PORT
  inside "$root" 'exec make up' >"$log" 2>&1 &
  local up=$!
  local stack="$root/assay/.data/stack.json"
  local status=000
  while [ "$status" != 200 ]; do
    sleep 1
    if [ $((SECONDS - started)) -gt "${LIMIT_SECONDS:-1200}" ] || ! kill -0 "$up" 2>/dev/null; then
      tail -n 40 "$log" >&2
      echo "make up gave no answer with Node.js $version" >&2
      return 1
    fi
    [ -f "$stack" ] || continue
    key=$(node -p "JSON.parse(fs.readFileSync('$stack')).apiKey")
    status=$(node -e "
      fetch('http://127.0.0.1:$ASSAY_PORT/v1/get_data', {
        method: 'POST',
        headers: { authorization: 'Bearer $key', 'content-type': 'application/json' },
        body: JSON.stringify({ type: 'spot.price', params: { symbol: 'BTC-USD' } }),
      }).then((answer) => console.log(answer.status), () => console.log('000'))")
  done
  echo "Node.js $version: first answer $((SECONDS - started)) s after make up"
  while ! grep -q ' s  anchored: ' "$log"; do
    sleep 1
    if [ $((SECONDS - started)) -gt "${LIMIT_SECONDS:-1200}" ] || ! kill -0 "$up" 2>/dev/null; then
      tail -n 40 "$log" >&2
      echo "no type reached anchored with Node.js $version" >&2
      return 1
    fi
  done
  echo "Node.js $version: first anchored type $((SECONDS - started)) s after make up"
  grep -E 'Assay is ready|measured: ' "$log"
  grep -i 'node.js .* is not supported\|is not installed' "$log" || true
  inside "$root" 'make down' >>"$log" 2>&1
  wait "$up" || true

  started=$SECONDS
  if [ "$tests" = all ]; then
    inside "$root" 'make test' >>"$log" 2>&1 || { tail -n 40 "$log" >&2; return 1; }
    tail -n 1 "$log"
  else
    inside "$root" 'make test-programs && node scripts/jest.mjs unit packages/faults test/observability' >>"$log" 2>&1 ||
      { tail -n 40 "$log" >&2; return 1; }
    grep -E 'is missing|^Tests:' "$log" || true
  fi
  echo "Node.js $version: make test ($tests) took $((SECONDS - started)) s"
  umount "$root/proc" "$root/dev"
  rm -rf --one-file-system "$root" "$work/programs"
}

for version in $nodes; do
  rehearse "$version"
done
