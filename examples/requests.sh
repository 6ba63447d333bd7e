#!/usr/bin/env bash
# Sends one request to each kind of endpoint and prints the answers, one JSON object per line. Needs ASSAY_API_KEY, the demo
# key that "make up" prints. ASSAY_BASE_URL is http://localhost:8080 unless it is set.
set -euo pipefail
: "${ASSAY_API_KEY:?set ASSAY_API_KEY to the demo key that make up prints}"
url=${ASSAY_BASE_URL:-http://localhost:8080}
here=$(dirname "$0")

get() {
  curl -sS "$url$1" -H "Authorization: Bearer $ASSAY_API_KEY"
  echo
}

post() {
  curl -sS "$url$1" -H "Authorization: Bearer $ASSAY_API_KEY" -H 'Content-Type: application/json' -d "$2"
  echo
}

echo '# The live catalog: which data types can be asked, and how far checking can get'
get /v1/types

echo '# A data type with parameters'
post /v1/get_data '{"type":"spot.price","params":{"symbol":"ETH"}}'

echo '# A question in words'
post /v1/ask '{"query":"how many followers does the bluesky account bsky.app have?"}'

echo '# A refusal: spot prices have no reference, so no answer can be anchored. It costs nothing'
post /v1/get_data '{"type":"spot.price","params":{"symbol":"ETH"},"minLevel":"anchored"}'

echo '# A trade under the policy of trading-bot/trade.json'
post /v1/gate "@$here/trading-bot/trade.json"
