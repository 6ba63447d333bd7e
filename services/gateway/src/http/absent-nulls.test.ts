import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { withoutAbsentNulls } from './absent-nulls.ts';
import { loadRoutes } from '../load-routes.ts';

const inner = z.strictObject({ needed: z.number(), free: z.number().optional() });
const schema = z.object({
  type: z.string(),
  level: z.enum(['a']).optional(),
  any: z.record(z.string(), z.unknown()),
  inner,
});

test('null in an optional field is dropped at every depth, and nothing else changes', () => {
  const given = { type: 'x', level: null, any: { a: null }, inner: { needed: 1, free: null } };
  expect(withoutAbsentNulls(given, schema)).toEqual({ type: 'x', any: { a: null }, inner: { needed: 1 } });
  const required = { type: null, inner: { needed: null }, unknown: null };
  expect(withoutAbsentNulls(required, schema)).toBe(required);
});

test('a field with the name of a prototype stays a field of its own', () => {
  const given = JSON.parse('{"__proto__":{"a":1},"level":null}') as Readonly<Record<string, unknown>>;
  expect(Object.entries(withoutAbsentNulls(given, schema))).toEqual([['__proto__', { a: 1 }]]);
});

test('every optional field of every route is absent when it is null', async () => {
  const routes = (await loadRoutes()).flatMap(({ path, body }) => (body === undefined ? [] : [{ path, body }]));
  const optional = routes.flatMap(({ path, body }) =>
    Object.entries(body.shape).flatMap(([name, field]) =>
      (field as z.ZodType).safeParse(undefined).success ? [{ path, name, body }] : [],
    ),
  );
  expect(optional.length).toBeGreaterThan(4);
  for (const { path, name, body } of optional) {
    expect([path, name, withoutAbsentNulls({ [name]: null }, body)]).toEqual([path, name, {}]);
  }
});
