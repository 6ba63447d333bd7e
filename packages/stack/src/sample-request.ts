import type { Catalog } from '@assay/catalog/catalog';

/** Data types for the request in the ready message, the most informative first. Their providers need no key. */
const preferred = ['token.price', 'spot.price', 'game.players', 'social.value', 'funding.rate'];

/**
 * Returns the body of a `get_data` request that this system can answer now, as JSON. Undefined while the engine serves
 * no type. The ready message then shows the request that lists the types.
 * @param served the types that the engine serves.
 */
export function sampleBody(catalog: Catalog, served: Iterable<string>): string | undefined {
  const available = new Set(served);
  const sampleType = [...preferred, ...catalog.keys()].find((id) => available.has(id));
  const type = sampleType === undefined ? undefined : catalog.get(sampleType);
  return type === undefined ? undefined : JSON.stringify({ type: type.id, params: type.example });
}

/** Returns the lines of the example request in the ready message. */
export function sampleRequest(gatewayUrl: string, apiKey: string, body: string | undefined): string[] {
  const key = `-H 'Authorization: Bearer ${apiKey}'`;
  return body === undefined
    ? [`  curl -s ${gatewayUrl}/v1/types ${key}`]
    : [
        `  curl -s ${gatewayUrl}/v1/get_data \\`,
        `    ${key} -H 'Content-Type: application/json' \\`,
        `    -d '${body}'`,
      ];
}
