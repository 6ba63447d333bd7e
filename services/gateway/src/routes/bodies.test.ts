import { loadCatalog } from '@assay/catalog/catalog';
import { readBody } from '@assay/catalog/bodies/read-body';
import { misspelled } from '@assay/catalog/testing/misspelled';
import swapQuote from '@assay/catalog/types/chain-swap-quote/type';
import type { Fault } from '@assay/faults/faults';
import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { z } from 'zod';
import { loadRoutes } from '../load-routes.ts';
import type { Route } from '../route.ts';

type Body = Readonly<Record<string, unknown>>;

const valid: Readonly<Record<string, Body>> = {
  '/v1/ask': { query: 'What is SOL worth?', minLevel: 'consensus' },
  '/v1/get_data': { type: 'token.price', params: { token: 'SOL' }, minLevel: 'anchored' },
  '/v1/gate': { ...swapQuote.example, policy: { maxPriceImpactBps: 100, maxRiskScore: 40, minLevel: 'consensus' } },
  '/v1/watch': {
    type: 'chain.resolve_address',
    params: { address: 'So11111111111111111111111111111111111111112' },
    condition: { field: 'onCurve', changes: true },
    webhookUrl: 'https://hooks.example.com/assay',
    minIntervalSeconds: 60,
  },
};
const paths = Object.keys(valid);

let routes: ReadonlyMap<string, NonNullable<Route['body']> & { readonly schema: z.ZodObject }>;

beforeAll(async () => {
  const catalog = await loadCatalog();
  routes = new Map(
    (await loadRoutes()).flatMap(({ path, body }) =>
      body === undefined ? [] : [[path, { ...body, schema: body.schemaOf(catalog) }] as const],
    ),
  );
});

/** Reads a body as its route does. Returns the fault when the route refuses the body. */
function read(path: string, body: Body): Body | Fault {
  const route = routes.get(path);
  try {
    return route === undefined ? {} : readBody(route.schema, body, route.rules);
  } catch (thrown) {
    return thrown as Fault;
  }
}

test('every operation with a body is among the tested ones', () => {
  expect([...routes.keys()].filter((path) => path !== '/mcp').toSorted()).toEqual(paths.toSorted());
});

test.each(paths)('a valid body of %s passes unchanged, and so does one without any of its optional fields', (path) => {
  const body = valid[path] ?? {};
  expect(read(path, body)).toEqual(body);
  const shape = Object.entries((routes.get(path)?.schema.shape ?? {}) as Record<string, z.ZodType>);
  const optional = shape.flatMap(([name, field]) => (field.safeParse(undefined).success ? [name] : []));
  expect(optional.length > 0 || path === '/v1/gate').toBe(true);
  for (const name of optional) {
    const { [name]: _absent, ...others } = body;
    expect(read(path, others)).toEqual(others);
    expect(read(path, { ...body, [name]: null })).toEqual(others);
  }
});

test.each(paths)('any misspelling of a field of %s is refused with the field that was meant', (path) => {
  const body = valid[path] ?? {};
  fc.assert(
    fc.property(misspelled(Object.keys(body)), ({ name, wrong }) => {
      const { [name]: value, ...others } = body;
      const fault = read(path, { ...others, [wrong]: value });
      expect([wrong, fault]).toEqual([wrong, expect.any(Error)]);
      expect((fault as Fault).message).toContain(`did you mean "${name}"?`);
      expect((fault as Fault).message).toContain(`"${wrong}"`);
    }),
  );
});

test('any misspelling of a limit is refused with the limit that was meant', () => {
  const trade = valid['/v1/gate'] ?? {};
  const policy = trade['policy'] as Body;
  fc.assert(
    fc.property(misspelled(Object.keys(policy)), ({ name, wrong }) => {
      const { [name]: value, ...others } = policy;
      const fault = read('/v1/gate', { ...trade, policy: { ...others, [wrong]: value } }) as Fault;
      expect(fault.code).toBe(name === 'maxPriceImpactBps' ? 'MISSING_POLICY' : 'INVALID_PARAM');
      expect(fault.message).toMatch(new RegExp(`did you mean "(policy\\.)?${name}"\\?`));
    }),
  );
});

test.each<[string, Body, string, Body]>([
  ['/v1/ask', { minLevel: 'x' }, 'MISSING_QUERY', {}],
  ['/v1/ask', { query: 'x'.repeat(1_001), other: 1 }, 'INVALID_PARAM', { param: 'query' }],
  ['/v1/ask', { query: 'x', minLevel: 'x', other: 1 }, 'BAD_MIN_LEVEL', {}],
  ['/v1/ask', { query: 'x', type: 'token.price' }, 'INVALID_PARAM', { param: 'type' }],
  ['/v1/get_data', { type: 'no.such', minLevel: 'x' }, 'TYPE_NOT_FOUND', {}],
  ['/v1/get_data', { type: 'token.price', params: [], other: 1 }, 'INVALID_PARAM', { param: 'other' }],
  ['/v1/gate', { policy: [], other: 1 }, 'INVALID_PARAM', { param: 'policy' }],
  ['/v1/gate', { policy: { maxPriceImpactBps: -1 }, other: 1 }, 'INVALID_PARAM', { param: 'other' }],
  ['/v1/gate', { policy: { maxPriceImpactBps: -1 } }, 'MISSING_PARAM', { type: 'chain.swap_quote' }],
  ['/v1/watch', { type: 'token.price', other: 1 }, 'WATCH_REJECTED', {}],
])('the first fault of %s with %j is %s', (path, body, code, extra) => {
  expect(read(path, body)).toMatchObject({ code, extra });
});
