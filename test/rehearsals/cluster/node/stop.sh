#!/bin/bash
# Ends the node and deletes its cluster. The built programs and the logs remain.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/settings.sh"
if pid=$(running_node); then
  # The first process of the namespaces ends all others with it. The kernel takes a while to remove their mounts.
  first=$(pgrep -P "$pid")
  kill -KILL "$pid"
  while [ -e "/proc/$first" ]; do sleep 0.2; done
fi
ip link delete "$line" 2>/dev/null || true
rm -rf "$node"
find /sys/fs/cgroup -depth -type d -path '*/kubepods*' -exec rmdir {} + 2>/dev/null || true
