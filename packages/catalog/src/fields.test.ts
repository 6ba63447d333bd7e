import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import { anyParams } from './bodies/any-fields.ts';
import { newWatchBody, newWatchRules } from './bodies/new-watch.ts';
import { minLevelField } from './bodies/level-field.ts';
import { readBody } from './bodies/read-body.ts';
import { loadCatalog } from './catalog.ts';
import { checkFields } from './fields.ts';
import { misspelled } from './testing/misspelled.ts';
import { parseParams } from './params.ts';

const catalog = await loadCatalog();
const types = [...catalog.values()];
const limits = z.strictObject({ max: z.number('must be a number'), maxScore: z.number('must be a number').optional() });
const body = z.strictObject({
  query: z.string('must be a text'),
  minLevel: minLevelField.optional(),
  params: anyParams.optional(),
  policy: limits.optional(),
});

const problemsOf = (callersFields: object) => {
  const checked = checkFields(body, callersFields as Readonly<Record<string, unknown>>);
  return checked.ok ? [] : checked.problems.map(({ kind, path, nearest }) => [kind, path, nearest]);
};

test.each([
  [{ query: 'x', minLevl: 'anchored' }, ['unknown', 'minLevl', 'minLevel']],
  [{ query: 'x', policy: { max: 1, maxScor: 1 } }, ['unknown', 'policy.maxScor', 'policy.maxScore']],
  [{ query: null }, ['missing', 'query', undefined]],
  [{ query: 'x', policy: {} }, ['missing', 'policy.max', undefined]],
  [{ query: 5 }, ['malformed', 'query', undefined]],
  [{ query: 'x', minLevel: 'anchord' }, ['not_listed', 'minLevel', 'anchored']],
  [{ query: 'x', minLevel: ' ' }, ['malformed', 'minLevel', undefined]],
  [{ query: 'x', other: null }, ['unknown', 'other', undefined]],
])('the problem of %j is %j', (callersFields, problem) => {
  expect(problemsOf(callersFields)).toEqual([problem]);
});

test('null is absent in every optional field, at every depth, and stays in open parameters', () => {
  const callersFields = { query: 'x', minLevel: null, policy: { max: 1, maxScore: null }, params: { symbol: null } };
  expect(checkFields(body, callersFields)).toEqual({
    ok: true,
    value: { query: 'x', policy: { max: 1 }, params: { symbol: null } },
  });
  expect(callersFields.minLevel).toBeNull();
});

test('the names that every JavaScript object has are unknown fields', () => {
  for (const name of ['__proto__', 'constructor', 'toString']) {
    const callersFields = JSON.parse(`{"query":"x","${name}":null}`) as object;
    expect(problemsOf(callersFields)).toEqual([['unknown', name, undefined]]);
  }
});

test('any valid body passes unchanged', () => {
  const bodies = fc.record(
    {
      query: fc.string(),
      minLevel: fc.constantFrom('single_source', 'consensus', 'anchored'),
      params: fc.dictionary(fc.string(), fc.jsonValue()).filter((params) => !Object.hasOwn(params, '__proto__')),
      policy: fc.record({ max: fc.double({ noNaN: true }), maxScore: fc.integer() }, { requiredKeys: ['max'] }),
    },
    { requiredKeys: ['query'] },
  );
  fc.assert(
    fc.property(bodies, (callersFields) => {
      fc.pre(Number.isFinite(callersFields.policy?.max ?? 0));
      expect(readBody(body, callersFields)).toEqual(callersFields);
    }),
  );
});

test.each(types.map((type) => [type.id, type] as const))(
  'the example of %s passes, and any misspelling of one of its parameters is refused with the right one',
  (id, type) => {
    expect(parseParams(type, type.example as Readonly<Record<string, unknown>>)).toMatchObject({ ok: true });
    const names = Object.keys(type.params.shape);
    fc.assert(
      fc.property(misspelled(names), ({ name, wrong }) => {
        const callersFields = { ...(type.example as object), [wrong]: 'x' };
        expect(parseParams(type, callersFields)).toMatchObject({ ok: false, code: 'INVALID_PARAM', param: wrong });
        expect(parseParams(type, callersFields)).toHaveProperty(
          'message',
          `${id} has no parameter "${wrong}"; did you mean "${name}"? It takes ${names.join(', ')}`,
        );
      }),
    );
  },
);

test('any misspelling of a field of a watch is refused with the right one', () => {
  const schema = newWatchBody(catalog);
  const watch = {
    type: 'chain.resolve_address',
    params: {},
    condition: { field: 'slot', crosses: 1, direction: 'above' },
    webhookUrl: 'https://hooks.example.com/',
    minIntervalSeconds: 30,
  } as const;
  expect(readBody(schema, watch, newWatchRules)).toEqual(watch);
  fc.assert(
    fc.property(misspelled(Object.keys(watch)), ({ name, wrong }) => {
      const { [name as keyof typeof watch]: value, ...others } = watch;
      expect(() => readBody(schema, { ...others, [wrong]: value }, newWatchRules)).toThrow(
        `a watch has no field "${wrong}"; did you mean "${name}"?`,
      );
    }),
  );
});
