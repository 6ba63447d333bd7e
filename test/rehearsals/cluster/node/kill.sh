#!/bin/bash
# kill.sh CONTAINER: kills all processes of a container on the node, as a crash would. Kubernetes then restarts the
# container.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/settings.sh"
with_packages ctr --address "$node/containerd.sock" --namespace k8s.io tasks kill --all --signal SIGKILL "$1"
