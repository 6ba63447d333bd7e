#!/bin/bash
# "make rehearse-cluster": builds and starts a Kubernetes node in namespaces of its own, runs the rehearsal in its
# network, and ends the node. With KEEP=1 the node continues to run, and the next call uses it;
# test/rehearsals/cluster/node/stop.sh ends it.
set -euo pipefail
cd "$(dirname "$0")/../../.."
scripts=test/rehearsals/cluster/node
. "$scripts/settings.sh"
"$scripts/build.sh"

image=localhost/assay:$(sed -n 's/^  "version": "\(.*\)",/\1/p' package.json)
buildah inspect --type image "$image" >/dev/null 2>&1 || stop_with "$image is missing: run \"make image\" first"
servers=$(sed -n 's/^ *image: \(docker.io\/library\/.*\)/\1/p' helm/assay/values.yaml)
# shellcheck disable=SC2086 # one word for each image
test/rehearsals/docker/stand-ins.sh $servers
# Reads the other rehearsal's settings in a subshell, because both rehearsals use the same variable names.
stand_ins=$(. test/rehearsals/docker/settings.sh && echo "$cache/images")

find_helm="import('./scripts/helm.ts').then(({ helmProgram }) => console.log(helmProgram()))"
HELM=$(node --conditions=@assay/source --eval "$find_helm")
export HELM

if ! running_node >/dev/null; then
  "$scripts/start.sh"
fi
[ "${KEEP:-}" = 1 ] || trap '"$scripts/stop.sh"' EXIT
trap 'exit 130' INT TERM HUP
# Loads the image under two names. The second one simulates the image of the next version.
rm -f "$images/assay.tar"
for name in "$image" "$image-next"; do
  buildah push -q "$image" "docker-archive:$images/assay.tar:$name"
  "$scripts/load.sh" "$images/assay.tar" >/dev/null
  rm "$images/assay.tar"
done
for server in $servers; do "$scripts/load.sh" "$stand_ins/$(echo "$server" | tr '/:' '__').tar" >/dev/null; done

# Runs in the node's network, because the addresses of Services exist only there.
export ASSAY_NODE_ADDRESS=$node_address
nsenter --net="/proc/$(running_node)/ns/net" node --conditions=@assay/source test/rehearsals/cluster.ts "$@"
