import type { Catalog } from '@assay/catalog/catalog';
import { expectedLevel } from './measurement-lines.ts';
import type { SourceMode } from './plan.ts';
import type { ServedTypes } from './served-types.ts';

/** Data types for the request in the ready message, the most informative first. Their providers need no key. */
const preferred = ['token.price', 'spot.price', 'game.players', 'social.value', 'funding.rate'];

/** The request of the ready message. */
export type SampleRequest = {
  readonly type: string;
  /** The body of the `get_data` request, as JSON. */
  readonly body: string;
  /** The sentence about the level of its answer. */
  readonly level: string;
};

/**
 * Returns a `get_data` request that this system can answer now, with the level of its answer. Undefined while the engine
 * serves no type. The ready message then shows the request that lists the types.
 * @param served the types that the engine serves.
 */
export function sampleOf(catalog: Catalog, served: ServedTypes, mode: SourceMode): SampleRequest | undefined {
  const sampleType = [...preferred, ...catalog.keys()].find((id) => served.has(id));
  const type = sampleType === undefined ? undefined : catalog.get(sampleType);
  const state = served.get(sampleType ?? '');
  return type === undefined || state === undefined
    ? undefined
    : {
        type: type.id,
        body: JSON.stringify({ type: type.id, params: type.example }),
        level: expectedLevel(state, type.levelCeiling, mode),
      };
}

/** Returns the lines of the example request in the ready message. */
export function sampleRequest(
  gatewayUrl: string,
  apiKey: string,
  sample: Pick<SampleRequest, 'body' | 'level'> | undefined,
): string[] {
  const key = `-H 'Authorization: Bearer ${apiKey}'`;
  return sample === undefined
    ? [`  curl -s ${gatewayUrl}/v1/types ${key}`]
    : [
        sample.level,
        '',
        `  curl -s ${gatewayUrl}/v1/get_data \\`,
        `    ${key} -H 'Content-Type: application/json' \\`,
        `    -d '${sample.body}'`,
      ];
}
