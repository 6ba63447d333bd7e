#!/bin/bash
# Starts the node with a new, empty cluster. The node can reach only this machine, so it pulls no images and calls no
# outside service.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/settings.sh"

! running_node >/dev/null || stop_with "a node runs already: end it with $here/stop.sh"
[ ! -e "/sys/class/net/$line" ] || stop_with "there is a network device $line, but no node: remove it with ip link delete $line"
rm -rf "$node" "$logs"
mkdir -p "$node/pki" "$node/cni" "$logs"

# One authority signs two certificates: that of the API server, and the one ("front") with which the API server calls
# the metrics server.
key_and_certificate() {
  local name=$1
  shift
  openssl req -x509 -newkey rsa:2048 -nodes -days 30 -keyout "$node/pki/$name.key" -out "$node/pki/$name.crt" "$@"
}
{
  key_and_certificate ca -subj /CN=assay-node
  key_and_certificate server -subj /CN=server -CA "$node/pki/ca.crt" -CAkey "$node/pki/ca.key" \
    -addext "subjectAltName=IP:10.96.0.1,IP:$node_address,IP:127.0.0.1,DNS:kubernetes.default.svc,DNS:kubernetes.default"
  key_and_certificate front -subj /CN=front -CA "$node/pki/ca.crt" -CAkey "$node/pki/ca.key"
  openssl genrsa -out "$node/pki/accounts.key" 2048
} 2>"$logs/openssl.log"
token=$(openssl rand -hex 16)
echo "$token,admin,admin,system:masters" >"$node/pki/tokens.csv"

# filled FILE: prints a file of config/ with values in place of its placeholders.
filled() {
  sed "s#@NODE@#$node#g; s#@PACKAGES@#$packages#g; s#@TOKEN@#$token#g; s#@NODE_ADDRESS@#$node_address#g" "$here/config/$1"
}
for file in containerd.toml kubelet.yaml proxy.yaml; do filled "$file" >"$node/$file"; done
filled kubeconfig.yaml >"$KUBECONFIG"
filled pods.conflist >"$node/cni/pods.conflist"
chmod 600 "$KUBECONFIG" "$node/pki/tokens.csv"

setsid unshare --mount --net --pid --fork --mount-proc --kill-child "$here/first-process.sh" </dev/null >"$logs/node.log" 2>&1 &
pid=$!
echo "$pid" >"$node/pid"

# wait_until WHAT COMMAND...: repeats the command until it succeeds. WHAT describes the condition in messages.
wait_until() {
  local what=$1 end=$((SECONDS + 180))
  shift
  until "$@" >/dev/null 2>&1; do
    kill -0 "$pid" 2>/dev/null || stop_with "the node ended before: $what. Logs: $logs"
    [ "$SECONDS" -lt "$end" ] || stop_with "not within 180 s: $what. Logs: $logs"
    sleep 0.3
  done
}
has_own_network() { [ "$(readlink "/proc/$pid/ns/net")" != "$(readlink /proc/self/ns/net)" ]; }
wait_until 'a network of its own' has_own_network
ip link add "$line" type veth peer name node-line netns "$pid"
ip address add "$machine_address/24" dev "$line"
ip link set "$line" up

wait_until 'containerd answers' with_packages ctr --address "$node/containerd.sock" version
"$here/load.sh" "$images/pause.tar" "$images/coredns.tar" >/dev/null
wait_until 'the API server answers' kubectl get --raw /readyz
wait_until 'the first namespace is complete' kubectl get serviceaccount default
filled objects.yaml | kubectl apply -f - >/dev/null
# The cluster creates no volumes on demand, so create some in advance.
for number in 1 2 3 4 5 6 7 8 9 10 11 12; do
  mkdir -p "$node/volumes/$number"
  cat <<VOLUME
---
apiVersion: v1
kind: PersistentVolume
metadata: { name: folder-$number }
spec:
  capacity: { storage: 100Gi }
  accessModes: [ReadWriteOnce]
  storageClassName: folders
  persistentVolumeReclaimPolicy: Retain
  local: { path: $node/volumes/$number }
  nodeAffinity:
    required: { nodeSelectorTerms: [{ matchExpressions: [{ key: kubernetes.io/hostname, operator: In, values: [node] }] }] }
VOLUME
done | kubectl apply -f - >/dev/null
wait_until 'the node is ready' kubectl wait --for=condition=Ready node/node --timeout=1s
wait_until 'CoreDNS is ready' kubectl -n kube-system rollout status deployment/coredns --timeout=1s
wait_until 'the metrics server answers' kubectl wait --for=condition=Available apiservice/v1beta1.metrics.k8s.io --timeout=1s
echo "the node is ready after $SECONDS s" >&2
