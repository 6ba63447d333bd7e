# Settings that the other scripts read. The scripts create all files below one folder, which can be removed while no
# node runs.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
repository=$(cd "$here/../../../.." && pwd)
# The folder must not be below /var or /run, because the node sees overlays in place of these two.
cache=${ASSAY_REHEARSE_CLUSTER_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/assay/rehearse-cluster}
programs=$cache/programs # built from Go modules
packages=$cache/packages # Debian's packages, unpacked and not installed
images=$cache/images
node=$cache/node # the running node; gone when it stops
logs=$cache/logs

kubernetes_version=v1.34.2
coredns_version=v1.13.1
kube_router_version=v2.1.0
metrics_server_version=v0.8.0

# A single virtual link connects the machine and the node. No other test on this machine uses these addresses.
node_address=10.98.7.1
machine_address=10.98.7.2
line=assay-node

export KUBECONFIG=$node/kubeconfig
export PATH=$programs:$packages/usr/sbin:$packages/usr/bin:$PATH

# Runs a program of the unpacked packages. The variables tell it where the unpacked libraries are.
with_packages() {
  local folders
  folders=$(echo "$packages"/usr/lib/*-linux-gnu "$packages"/lib/*-linux-gnu | tr ' ' ':')
  LD_LIBRARY_PATH=$folders XTABLES_LIBDIR=$(echo "$packages"/usr/lib/*-linux-gnu/xtables) "$@"
}

# Prints the id of the process that holds the node's namespaces. Fails while no node runs, even if another process has
# the stored id now.
running_node() {
  local pid
  pid=$(cat "$node/pid" 2>/dev/null) && grep -qa "$here/first-process.sh" "/proc/$pid/cmdline" 2>/dev/null && echo "$pid"
}

stop_with() {
  echo "$*" >&2
  exit 1
}
