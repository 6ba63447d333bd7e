#!/bin/sh
# Copies node, the libraries that it loads, name service modules, authorities and time zones into the folder $1.
set -eu
to=$1
mkdir -p "$to/usr/local/bin" "$to/etc/ssl/certs" "$to/tmp" "$to/proc" "$to/dev" "$to/sys" "$to/usr/share"
chmod 1777 "$to/tmp"
node=$(readlink -f "$(command -v node)")
cp "$node" "$to/usr/local/bin/node"
copy() {
  mkdir -p "$to$(dirname "$1")"
  cp -L "$1" "$to$1"
}
ldd "$node" | awk '{ for (i = 1; i <= NF; i++) if ($i ~ /^\//) print $i }' | while read -r library; do copy "$library"; done
for library in libnss_dns.so.2 libnss_files.so.2 libresolv.so.2; do
  found=$(find /lib /usr/lib -name "$library" -print -quit)
  [ -z "$found" ] || copy "$found"
done
# Node has certificate authorities built in. This file is for those who set NODE_EXTRA_CA_CERTS or SSL_CERT_FILE.
[ ! -e /etc/ssl/certs/ca-certificates.crt ] || copy /etc/ssl/certs/ca-certificates.crt
[ ! -d /usr/share/zoneinfo ] || cp -a /usr/share/zoneinfo "$to/usr/share/zoneinfo"
printf 'root:x:0:0:root:/:/none\nassay:x:10001:10001:assay:/:/none\n' >"$to/etc/passwd"
printf 'root:x:0:\nassay:x:10001:\n' >"$to/etc/group"
printf 'hosts: files dns\n' >"$to/etc/nsswitch.conf"
