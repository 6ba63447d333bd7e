import { defineRoute } from '../../route.ts';

/** A map of the service for language models, in the format of https://llmstxt.org. */
const text = `# Assay

> Assay answers data questions from data feeds. Each answer states how far independent checking got: single_source,
> consensus or anchored. No number comes from a model.

Send an API key as "Authorization: Bearer <key>" with every request to /v1. Errors, refusals and no_source are free.

## Reference

- [OpenAPI document](/v1/openapi.json): every operation with its parameters, answers and error codes
- [Docs page](/docs): the same document for people
- [Key set](/.well-known/jwks.json): the public keys of answers that were signed on request (RFC 9421)

## Operations

- POST /mcp: the same operations as tools of an MCP server
- GET /v1/types: the data types that can be served now, with their parameters and maximum prices
- POST /v1/get_data: a data type with parameters, such as {"type": "token.price", "params": {"token": "SOL"}}
- POST /v1/ask: a question in words, such as {"query": "What is SOL worth right now?"}
- POST /v1/gate: a decision on a swap by the caller's own policy
- POST /v1/watch, GET /v1/watch, DELETE /v1/watch/{id}: signed notifications of changes on the chain
`;

export default defineRoute({
  method: 'GET',
  path: '/llms.txt',
  needsKey: false,
  document: null,
  prepare: () => ({
    run: async () => ({
      status: 200,
      body: text,
      contentType: 'text/plain; charset=utf-8',
      headers: { 'cache-control': 'public, max-age=300' },
    }),
  }),
});
