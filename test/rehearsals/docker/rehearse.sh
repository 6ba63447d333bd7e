#!/bin/bash
# "make rehearse-compose": starts a Docker engine in its own namespaces, runs the rehearsal there, and ends the engine.
set -euo pipefail
cd "$(dirname "$0")/../../.."
test/rehearsals/docker/prepare.sh
. test/rehearsals/docker/settings.sh

if "$engine/programs/usr/bin/docker" version >/dev/null 2>&1; then
  echo "an engine runs already on $engine; end it first" >&2
  exit 2
fi
rm -rf "$engine/run"
unshare --mount --net --pid --fork --kill-child test/rehearsals/docker/first-process.sh "$engine" >"$cache/dockerd.log" 2>&1 &
unshare_pid=$!
dockerd=
# Lets the engine stop its containers. Ending unshare ends any remaining processes; unshare itself ignores a request to end.
end_engine() {
  [ -z "$dockerd" ] || kill -TERM "$dockerd" 2>/dev/null || true
  for _ in $(seq 120); do kill -0 "$unshare_pid" 2>/dev/null || return 0; sleep 0.5; done
  kill -KILL "$unshare_pid" 2>/dev/null || true
}
trap end_engine EXIT
trap 'exit 130' INT TERM HUP
docker=$engine/programs/usr/bin/docker
for _ in $(seq 120); do
  "$docker" version >/dev/null 2>&1 && break
  kill -0 "$unshare_pid" || { tail -n 20 "$cache/dockerd.log" >&2; exit 1; }
  sleep 0.5
done
dockerd=$(pgrep -P "$unshare_pid" dockerd)
for image in "$cache"/images/*.tar; do "$docker" load -q -i "$image"; done

# Published ports exist only in the engine's network namespace, so the rehearsal runs there.
export PATH=$bin:$engine/programs/usr/bin:$PATH
nsenter --net="/proc/$dockerd/ns/net" node --conditions=@assay/source test/rehearsals/compose.ts "$@"
