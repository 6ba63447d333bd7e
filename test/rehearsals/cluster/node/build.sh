#!/bin/bash
# Creates what is missing in the cache: Debian's packages of containerd, etcd and iptables, and programs built from
# their Go modules: Kubernetes, CoreDNS, kube-router and metrics-server. Needs root, Go and buildah. The first run takes
# 40 to 60 minutes on two processors.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/settings.sh"

[ "$(id -u)" = 0 ] || stop_with 'the node makes namespaces and mounts: run it as root'
for tool in go buildah debootstrap openssl ip nsenter unshare dpkg-deb; do
  command -v "$tool" >/dev/null ||
    stop_with "$tool is missing: apt-get install -y --no-install-recommends golang-go buildah debootstrap openssl iproute2 util-linux"
done
mkdir -p "$programs" "$images" "$logs"
export CGO_ENABLED=0 GOFLAGS="-trimpath -buildvcs=false" GOBIN=$programs

# made FILE WHAT FUNCTION ARGUMENTS...: runs the function that creates FILE, unless FILE exists. WHAT describes it in
# messages.
made() {
  local file=$1 what=$2 started=$SECONDS
  shift 2
  [ ! -e "$file" ] || return 0
  echo "building $what" >&2
  # Runs the function in a job of its own, because the shell ignores errors inside a function on the left of "||".
  (set -e; "$@") >"$logs/build.log" 2>&1 &
  wait $! || { tail -n 20 "$logs/build.log" >&2; stop_with "$what could not be built. Log: $logs/build.log"; }
  echo "built $what in $((SECONDS - started)) s" >&2
}

take_packages() {
  local work=$cache/take
  rm -rf "$work" "$packages"
  mkdir -p "$work/partial" "$packages"
  # With --reinstall, apt also downloads packages that this machine has already. It installs nothing, so no service
  # starts.
  apt-get install -y -qq --download-only --reinstall --no-install-recommends -o APT::Sandbox::User=root \
    -o Dir::Cache::archives="$work" containerd runc containernetworking-plugins etcd-server iptables ipset conntrack
  for file in "$work"/*.deb; do dpkg-deb -x "$file" "$packages"; done
  # Installing the packages would create these links, but they are only unpacked.
  for name in iptables ip6tables; do
    for suffix in '' -save -restore; do ln -sf xtables-nft-multi "$packages/usr/sbin/$name$suffix"; done
  done
  rm -rf "$work"
  touch "$packages/complete"
}

# compile FOLDER FLAGS PROGRAM MODULE@VERSION...: builds PROGRAM from the folder's main.go, as a Go module that requires
# the given modules.
compile() {
  local source=$here/$1 flags=$2 program=$3 work=$cache/compile
  shift 3
  rm -rf "$work" && mkdir -p "$work" && cp "$source/main.go" "$work"
  cd "$work"
  go mod init assay/node
  for module in "$@"; do go mod edit -require "$module"; done
  go mod tidy
  nice -n 10 go build -ldflags="-s -w $flags" -o "$programs/$program" .
  cd / && rm -rf "$work"
}

kubernetes() {
  # Kubernetes consists of several Go modules. Its go.mod requires them as v0.0.0, so replace this by their real
  # version: v0.34.2 for Kubernetes v1.34.2.
  local part=v0.${kubernetes_version#v1.} file modules
  file=$(go mod download -json "k8s.io/kubernetes@$kubernetes_version" | sed -n 's/.*"GoMod": "\(.*\)",*/\1/p')
  modules=$(sed -n 's#^\t\(k8s.io/[a-z-]*\) v0\.0\.0$#\1@'"$part"'#p' "$file" | sort -u)
  # Sets the version of the programs. helm and kubectl compare it with the version that a chart requires.
  local named=component-base/version.gitVersion=$kubernetes_version
  # shellcheck disable=SC2086 # one word for each module
  compile kubernetes "-X k8s.io/$named -X k8s.io/client-go/pkg/version.gitVersion=$kubernetes_version" kubernetes \
    "k8s.io/kubernetes@$kubernetes_version" $modules
  for name in kube-apiserver kube-controller-manager kube-scheduler kube-proxy kubelet kubectl; do
    ln -sf kubernetes "$programs/$name"
  done
}
install_program() { nice -n 10 go install -ldflags='-s -w' "$1"; }

# image_of PROGRAM: saves an image that contains only this static program.
image_of() {
  local container name=localhost/assay-node-$1:1
  container=$(buildah from scratch)
  buildah copy -q "$container" "$programs/$1" "/$1"
  buildah config --entrypoint "[\"/$1\"]" "$container"
  buildah commit -q --rm "$container" "$name"
  rm -f "$images/$1.tar"
  buildah push -q "$name" "docker-archive:$images/$1.tar:$name"
}

made "$packages/complete" "containerd, etcd and iptables (Debian's packages)" take_packages
made "$programs/kubernetes" "Kubernetes $kubernetes_version" kubernetes
made "$programs/coredns" "CoreDNS $coredns_version" compile coredns '' coredns "github.com/coredns/coredns@$coredns_version"
made "$programs/pause" 'the program that holds a pod' compile pause '' pause
made "$programs/kube-router" "kube-router $kube_router_version" \
  install_program "github.com/cloudnativelabs/kube-router/v2/cmd/kube-router@$kube_router_version"
made "$programs/metrics-server" "metrics-server $metrics_server_version" \
  install_program "sigs.k8s.io/metrics-server/cmd/metrics-server@$metrics_server_version"
for program in coredns pause; do made "$images/$program.tar" "the image of $program" image_of "$program"; done
