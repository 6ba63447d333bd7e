import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { loadCatalog } from '@assay/catalog/catalog';
import { listed } from './testing/fake-services.ts';
import { createCatalogCache, servableOrFault, type CatalogCache } from './catalog-cache.ts';
import type { EngineClient } from './service-clients.ts';

let list: () => Promise<typeof listed>;
let listCalls: number;
let failures: number;
let catalog: CatalogCache;
let stop: () => Promise<void>;

beforeEach(async () => {
  jest.useFakeTimers();
  list = async () => listed;
  listCalls = 0;
  failures = 0;
  stop = async () => undefined;
  const listTypes: EngineClient['ListTypes'] = async () => {
    listCalls += 1;
    return { types: [...(await list())] };
  };
  catalog = createCatalogCache({
    listTypes,
    declared: await loadCatalog(),
    markupBasisPoints: 12_500n,
    onFailure: () => (failures += 1),
  });
});
afterEach(async () => {
  await stop();
  jest.useRealTimers();
});

test('before the engine has sent its catalog, a declared type is unavailable and any other is not found', () => {
  expect(catalog.known()).toBe(false);
  expect(() => servableOrFault(catalog, 'token.price')).toThrow(expect.objectContaining({ code: 'UNAVAILABLE' }));
  expect(() => servableOrFault(catalog, 'no.such')).toThrow(expect.objectContaining({ code: 'TYPE_NOT_FOUND' }));
});

test('a type that the engine no longer lists is not found within a second', async () => {
  stop = catalog.start();
  await jest.advanceTimersByTimeAsync(0);
  expect(servableOrFault(catalog, 'spot.price').maxDebitMicros).toBe(2_500n);
  list = async () => listed.filter(({ type }) => type !== 'spot.price');
  await jest.advanceTimersByTimeAsync(1_000);
  expect(() => servableOrFault(catalog, 'spot.price')).toThrow(expect.objectContaining({ code: 'TYPE_NOT_FOUND' }));
  expect(catalog.body()).not.toContain('spot.price');
});

test('a type that only one replica of the engine does not list stays in the catalog', async () => {
  await catalog.refresh();
  const without = listed.filter(({ type }) => type !== 'spot.price');
  list = async () => (listCalls % 2 === 0 ? without : listed);
  await catalog.refresh();
  expect(listCalls).toBe(3);
  expect(servableOrFault(catalog, 'spot.price').maxDebitMicros).toBe(2_500n);
  expect(catalog.body()).toContain('spot.price');
});

test('the last known catalog stays in use while the engine is unavailable', async () => {
  await catalog.refresh();
  list = async () => Promise.reject(new Error('away'));
  await catalog.refresh();
  expect(failures).toBe(1);
  expect(catalog.find('token.price')).toMatchObject({ providers: 2, maxLevel: 'single_source' });
});

test('a change that arrives during a refresh starts one more refresh', async () => {
  let finishFirst = (): void => undefined;
  list = () => new Promise((resolve) => (finishFirst = () => resolve(listed)));
  const first = catalog.refresh();
  void catalog.refresh();
  void catalog.refresh();
  list = async () => [];
  finishFirst();
  await first;
  // The second refresh requests the catalog twice, because its first list lacks types.
  expect(listCalls).toBe(3);
  expect(catalog.find('token.price')).toBeUndefined();
});

test('a type that this build does not declare is left out', async () => {
  const [first] = listed;
  list = async () => (first === undefined ? [] : [first, { ...first, type: 'later.type' }]);
  await catalog.refresh();
  expect(catalog.find('later.type')).toBeUndefined();
  expect(JSON.parse(catalog.body())).toEqual({
    types: [
      {
        type: 'token.price',
        description: expect.any(String),
        providers: 2,
        requiredParams: [],
        optionalParams: ['token'],
        params: expect.objectContaining({ type: 'object', additionalProperties: false }),
        maxLevel: 'single_source',
        capReason: 'independence has not been measured yet',
        maxDebitCredits: 0.0025,
      },
    ],
  });
});

test('a type without a cap has a null reason', async () => {
  list = async () => listed.map((entry) => ({ ...entry, cap_reason: '', max_level: 'LEVEL_ANCHORED' as const }));
  await catalog.refresh();
  expect(catalog.find('token.price')).toMatchObject({ maxLevel: 'anchored', capReason: null });
});
