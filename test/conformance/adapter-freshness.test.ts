import { loadCatalog } from '@assay/catalog/catalog';
import { loadProviders } from '@assay/providers/load';
import { tokenOpinion } from '@assay/providers/token-opinion';
import { expect, test } from '@jest/globals';
import { accessOf } from '@assay/providers/access';
import type { Provider, TypeAdapter } from '@assay/providers/define';
import { observe } from '../../services/engine/src/sources/observe.ts';
import type { Source } from '../../services/engine/src/sources/source.ts';
import {
  counterAnswers,
  fundingAnswers,
  opinionAnswers,
  priceAnswers,
  responseOf,
  type AdapterAnswers,
  type AnswerScene,
} from './support/adapter-answers.ts';

const catalog = await loadCatalog();
const providers = await loadProviders(catalog);

const answersByType: Readonly<Record<string, Readonly<Record<string, AdapterAnswers>>>> = {
  'spot.price': priceAnswers,
  'token.price': priceAnswers,
  'funding.rate': fundingAnswers,
  'social.value': counterAnswers,
  'game.players': counterAnswers,
  'chain.token_risk': opinionAnswers,
};

const adapters = providers.flatMap((provider) =>
  provider.adapters.map((adapter) => [provider.id, adapter.type, provider, adapter] as const),
);
const nowMs = Date.parse('2026-11-21T10:20:30.400Z');
const dayMs = 86_400_000;

/**
 * Returns the outcome, the age in milliseconds and the datum of an adapter's answer in a scene. The engine's own rules
 * judge the answer.
 */
function outcomeIn(provider: Provider, adapter: TypeAdapter, scene: Omit<AnswerScene, 'entity'>, isOther = false) {
  const type = catalog.get(adapter.type);
  const answers = answersByType[adapter.type]?.[provider.id];
  if (type === undefined || answers === undefined) {
    throw new Error(`add the answers of ${provider.id} for ${adapter.type} to support/adapter-answers.ts`);
  }
  const { params: given, entity, otherEntity, answer } = answers;
  const params = adapter.type === 'token.price' ? { token: given['symbol'] ?? '' } : given;
  const whole = { ...scene, entity: isOther ? otherEntity : entity };
  const { body, servedAtMs, ...context } = responseOf(answer(whole), whole, nowMs);
  const adapterType = adapter.peer === true ? { ...type, data: tokenOpinion, inferredParams: [] } : type;
  const source = {
    provider,
    adapter,
    type: adapterType,
    name: provider.id,
    access: accessOf(provider, {}),
  } as unknown as Source;
  const status = (body as { message?: string }).message === 'NotFound' ? 404 : 200;
  const observation = observe(source, params, { kind: 'answered', status, body, servedAtMs }, nowMs, context);
  return { ...observation, ageMs: nowMs - (observation.sourceAtMs ?? nowMs) };
}

test.each(adapters)('%s: a current answer for %s counts and has the time of its measurement', (_id, _type, ...pair) => {
  const { outcome, ageMs, sourceAtMs, detail } = outcomeIn(...pair, {
    measuredAtMs: nowMs - 2_000,
    answeredAtMs: nowMs - 1_000,
  });
  expect([outcome, detail]).toEqual(['ok', '']);
  // Only an opinion may lack a source time, because an opinion never confirms the answer of another source.
  expect(sourceAtMs === undefined).toBe(pair[1].peer === true);
  expect(ageMs).toBeLessThanOrEqual(3_000);
});

test.each(adapters)('%s: an old measurement for %s in a new answer is stale', (_id, _type, ...pair) => {
  const { outcome } = outcomeIn(...pair, { measuredAtMs: nowMs - dayMs, answeredAtMs: nowMs - 1_000 });
  expect(outcome).toBe('stale');
});

test.each(adapters)('%s: an answer for %s about another entity does not count', (_id, _type, ...pair) => {
  const scene = { measuredAtMs: nowMs - 2_000, answeredAtMs: nowMs - 1_000 };
  expect(['malformed', 'unknown_entity']).toContain(outcomeIn(...pair, scene, true).outcome);
});

test.each(adapters)('%s: an old answer for %s is stale', (_id, _type, ...pair) => {
  const { outcome } = outcomeIn(...pair, { measuredAtMs: nowMs - dayMs - 2_000, answeredAtMs: nowMs - dayMs });
  expect(outcome).toBe('stale');
});

test('the tables hold no answers of an adapter that does not exist', () => {
  const declared = new Set(adapters.map(([id, type]) => `${type} ${id}`));
  const existingPairs = (['spot.price', 'funding.rate', 'chain.token_risk'] as const).flatMap((type) =>
    Object.keys(answersByType[type] ?? {}).map((id) => `${type} ${id}`),
  );
  expect(existingPairs.filter((each) => !declared.has(each))).toEqual([]);
  expect(adapters.length).toBeGreaterThan(25);
});
