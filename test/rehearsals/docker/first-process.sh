#!/bin/bash
# The first process of the Docker engine's namespaces. When it ends, the kernel ends every other process.
#   unshare --mount --net --pid --fork --kill-child first-process.sh FOLDER
set -eu
folder=$1
export PATH=$folder/programs/usr/bin:$folder/programs/usr/sbin:/usr/sbin:/usr/bin:/sbin:/bin
mkdir -p "$folder/run" "$folder/data"
mount --make-rprivate /
mount -t proc proc /proc
ip link set lo up
# Uses networks that no other test of this machine uses. The engine has no route to the outside.
exec dockerd --data-root "$folder/data" --exec-root "$folder/run" --pidfile "$folder/run/docker.pid" \
  --host "unix://$folder/run/docker.sock" --storage-driver overlay2 \
  --bip 172.30.99.1/24 --default-address-pool base=172.30.100.0/22,size=24
