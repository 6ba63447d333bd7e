#!/bin/bash
# load.sh IMAGE.tar...: loads saved images into the node's containerd, under the names with which they were saved.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/settings.sh"
for file in "$@"; do
  with_packages ctr --address "$node/containerd.sock" --namespace k8s.io images import "$file"
done
