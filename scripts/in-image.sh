#!/bin/sh
# Runs node inside an image's file system, as the image's user and with a read-only root:
#
#   scripts/in-image.sh ROOT services/gateway/dist/main.js
#
# It needs root and Linux, and no container engine. The network is the machine's own.
set -eu
root=$1
entry=$2
shift 2
exec unshare --mount --propagation private sh -c '
  root=$1
  entry=$2
  shift 2
  mount --bind "$root" "$root"
  mount -t proc proc "$root/proc"
  mount --rbind /dev "$root/dev"
  mount -o remount,bind,ro "$root"
  exec env PATH=/usr/local/bin NODE_ENV=production NODE_OPTIONS="--enable-source-maps --max-semi-space-size=32" \
    "$(command -v chroot)" --userspec=10001:10001 "$root" /usr/local/bin/node "/assay/$entry" "$@"
' sh "$root" "$entry" "$@"
