#!/bin/bash
# The first process in the namespaces of the node. When it ends, the kernel ends all other processes in them. It starts
# all programs of a Kubernetes node at the same time. It restarts a program that ends, because some programs end while
# another one that they need is not ready.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/settings.sh"

mount --make-rshared /
# Whatever folders the settings name, some programs also write below /var and /run. The overlays keep these files off
# the machine.
for folder in var run; do
  mkdir -p "$node/layers/$folder" "$node/layers/$folder-work"
  mount -t overlay overlay -o "lowerdir=/$folder,upperdir=$node/layers/$folder,workdir=$node/layers/$folder-work" "/$folder"
done
# The kubelet wants to change kernel settings of the whole machine. Mount files that already have the values it wants in
# place of these settings, so that it changes nothing.
mkdir -p "$node/settings"
for setting in vm/overcommit_memory=1 vm/panic_on_oom=0 kernel/panic=10 kernel/panic_on_oops=1 \
  kernel/keys/root_maxkeys=1000000 kernel/keys/root_maxbytes=25000000; do
  file=$node/settings/$(basename "${setting%=*}")
  echo "${setting#*=}" >"$file"
  mount --bind "$file" "/proc/sys/${setting%=*}"
done

ip link set lo up
until ip link show node-line >/dev/null 2>&1; do sleep 0.1; done
ip address add "$node_address/24" dev node-line
ip link set node-line up
ip route add default via "$machine_address"
echo 1 >/proc/sys/net/ipv4/ip_forward

# again PROGRAM ARGUMENTS...: runs a program in the background, and restarts it whenever it ends.
again() {
  while true; do
    with_packages "$@" || true
    sleep 1
  done >>"$logs/$1.log" 2>&1 &
}
pki=$node/pki
as_admin=--kubeconfig=$KUBECONFIG
again containerd --config "$node/containerd.toml"
again etcd --data-dir "$node/etcd" --log-level warn
again kube-apiserver --etcd-servers=http://127.0.0.1:2379 --secure-port=6443 --advertise-address="$node_address" \
  --service-cluster-ip-range=10.96.0.0/16 --allow-privileged --authorization-mode=RBAC \
  --token-auth-file="$pki/tokens.csv" --client-ca-file="$pki/ca.crt" \
  --tls-cert-file="$pki/server.crt" --tls-private-key-file="$pki/server.key" \
  --service-account-issuer=https://kubernetes.default.svc --service-account-key-file="$pki/accounts.key" \
  --service-account-signing-key-file="$pki/accounts.key" --kubelet-preferred-address-types=InternalIP \
  --requestheader-client-ca-file="$pki/ca.crt" --requestheader-allowed-names=front \
  --requestheader-username-headers=X-Remote-User --requestheader-group-headers=X-Remote-Group \
  --requestheader-extra-headers-prefix=X-Remote-Extra- \
  --proxy-client-cert-file="$pki/front.crt" --proxy-client-key-file="$pki/front.key"
again kube-controller-manager "$as_admin" --leader-elect=false --cluster-cidr=10.244.0.0/16 \
  --root-ca-file="$pki/ca.crt" --service-account-private-key-file="$pki/accounts.key"
again kube-scheduler "$as_admin" --leader-elect=false
again kubelet "$as_admin" --config="$node/kubelet.yaml" --root-dir="$node/kubelet" --cert-dir="$pki/kubelet" \
  --hostname-override=node --node-ip="$node_address"
again kube-proxy --config="$node/proxy.yaml"
again metrics-server "$as_admin" --authentication-kubeconfig="$KUBECONFIG" --authorization-kubeconfig="$KUBECONFIG" \
  --secure-port=4443 --cert-dir="$pki/metrics-server" --kubelet-insecure-tls --kubelet-preferred-address-types=InternalIP
# Only the part of kube-router that enforces network policies.
again kube-router "$as_admin" --hostname-override=node --run-firewall=true --run-router=false --run-service-proxy=false \
  --run-loadbalancer=false --enable-cni=false --enable-ipv6=false --service-cluster-ip-range=10.96.0.0/16 --metrics-port=0
wait
