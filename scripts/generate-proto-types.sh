#!/usr/bin/env bash
# Writes packages/rpc/src/gen from protos/. Its options are the same as in packages/rpc/src/proto-options.ts.
set -euo pipefail
cd "$(dirname "$0")/.."
rm -rf packages/rpc/src/gen
npx --no-install proto-loader-gen-types \
  --keepCase --longs=String --enums=String --defaults --oneofs --includeComments \
  --grpcLib=@grpc/grpc-js --importFileExtension=.ts --includeDirs=protos --outDir=packages/rpc/src/gen \
  $(cd protos && find assay -name '*.proto' | sort)
# Only grpc.loadPackageDefinition uses the top-level files of grouped packages. This project does not call it.
find packages/rpc/src/gen -maxdepth 1 -name "*.ts" -delete
