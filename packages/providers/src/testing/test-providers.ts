import { z } from 'zod';
import { decimalString, isoInstant } from '@assay/catalog/decimals';
import { defineDataType, type DataType } from '@assay/catalog/define';
import type { Catalog } from '@assay/catalog/catalog';
import type { TypeAdapter, Provider } from '../define.ts';
import type { Fetched } from '../fetch.ts';

/** A price type for tests, with a maximum age of one minute. */
export const priceType: DataType = defineDataType({
  id: 'test.price',
  description: 'A price for tests.',
  params: z.object({ symbol: z.string(), owner_id: z.string().optional() }),
  inferredParams: ['owner_id'],
  data: z.object({ symbol: z.string(), price: decimalString, owner_id: z.string().optional(), asOf: isoInstant }),
  origin: 'measured',
  maxAgeMs: 60_000,
  levelCeiling: 'consensus',
  levelCeilingReason: 'it is a test',
  agreement: { field: 'price', identityFields: ['symbol'], toleranceBps: 100, samplingParams: [] },
  example: { symbol: 'BTC' },
}) as DataType;

/** Returns a catalog of the given types. */
export function catalogOf(...types: readonly DataType[]): Catalog {
  return new Map(types.map((type) => [type.id, type]));
}

/**
 * Returns an adapter of the price type. It reads `{ price, at?, owner? }`, `unknown` and errors. A test can override
 * every field of the adapter.
 */
export function priceAnswer(overrides: Partial<TypeAdapter> = {}): TypeAdapter {
  return {
    type: priceType.id,
    costMicros: 100n,
    request: ({ symbol }) => ({ path: `/price/${symbol}` }),
    read: ({ status, body }, params) => {
      if (status >= 500) {
        return { kind: 'http_error', detail: `HTTP ${status}` };
      }
      if (body === 'unknown') {
        return { kind: 'unknown_entity' };
      }
      const { price, at, owner } = body as { price: string; at?: number; owner?: string };
      return {
        kind: 'datum',
        data: { symbol: params['symbol'], price, ...(owner === undefined ? {} : { owner_id: owner }) },
        ...(at === undefined ? {} : { sourceAtMs: at }),
      };
    },
    ...overrides,
  };
}

/** Returns a provider with generous limits. */
export function providerOf(id: string, answers: readonly TypeAdapter[] = [priceAnswer()]): Provider {
  return {
    id,
    baseUrl: `https://${id}.test`,
    statement: { kind: 'venue' },
    budget: { requests: 1_000, perMs: 1_000, documentedAt: 'https://example.com/limits' },
    adapters: answers,
  };
}

/** Returns a valid answer with this price, measured at this time. */
export function priced(price: string, atMs: number): Fetched {
  return { kind: 'answered', status: 200, body: { price, at: atMs } };
}
