import { expect, test } from '@jest/globals';
import { loadCatalog } from '@assay/catalog/catalog';
import { rootContext } from '@assay/rpc/context';
import { createLogger } from '@assay/telemetry/log';
import { resolverHandlers } from './handlers.ts';
import type { Model } from './model.ts';
import { ModelFailure } from './openai/model-failure.ts';
import { resolveWith } from './resolve.ts';

const catalog = await loadCatalog();
const secret = 'sk-live-do-not-log-me';

const embedded: Model = {
  name: 'embedded@0000',
  resolve: () =>
    Promise.resolve({
      outcome: 'none',
      type: '',
      params: {},
      missing: [],
      confidence: 0.75,
      because: 'past',
      nearest: 'token.price',
    }),
};
const failing: Model = { name: 'far@p1', resolve: () => Promise.reject(new ModelFailure('timeout')) };

test('the response states the outcome, the model, its confidence and why the endpoint did not decide', async () => {
  const observed: unknown[] = [];
  const handlers = resolverHandlers(resolveWith(catalog, embedded, failing), (question) => observed.push(question));
  const response = await handlers.Resolve({ query: `price of BTC in 2017 ${secret}` }, rootContext(1_000));
  expect(response).toEqual({
    resolved: 'RESOLVED_NONE',
    type: '',
    params: {},
    params_json: '{}',
    missing: [],
    model: 'embedded@0000',
    confidence: 0.75,
    fallback_reason: 'timeout',
    message:
      'No source measures this; Assay answers from data feeds and never from general knowledge (data feeds give ' +
      'current values, not past ones). The nearest type that Assay can answer is token.price: The price of one token in ' +
      'US dollars now.',
  });
  expect(JSON.stringify([response, observed])).not.toContain(secret);
});

test('a logged failure of an endpoint contains nothing of the question', async () => {
  const written: string[] = [];
  const output = { write: (line: string) => void written.push(line) };
  createLogger('resolver', 'info', { output }).error(
    { err: new ModelFailure('malformed'), query: secret },
    'fell back',
  );
  expect(written.join('')).toContain('fell back');
  expect(written.join('')).not.toContain(secret);
});

test('an error in a model is not treated as a failure of the endpoint', async () => {
  const broken: Model = { name: 'broken', resolve: () => Promise.reject(new TypeError('bug')) };
  await expect(resolveWith(catalog, embedded, broken)('x', Date.now() + 1_000)).rejects.toThrow('bug');
});
