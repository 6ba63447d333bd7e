#!/bin/bash
# load.sh IMAGE.tar...: gives saved images to the node, under the names that they were saved with.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/settings.sh"
for file in "$@"; do
  with_packages ctr --address "$node/containerd.sock" --namespace k8s.io images import "$file"
done
