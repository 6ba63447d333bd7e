#!/bin/bash
# kill.sh CONTAINER: ends all processes of a container of the node at once, as a crash does. Kubernetes starts it again.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/settings.sh"
with_packages ctr --address "$node/containerd.sock" --namespace k8s.io tasks kill --all --signal SIGKILL "$1"
