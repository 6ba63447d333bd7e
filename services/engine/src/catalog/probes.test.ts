import { expect, test } from '@jest/globals';
import type { TypeAdapter } from '@assay/providers/define';
import type { Fetched } from '@assay/providers/fetch';
import { priced, priceType } from '@assay/providers/testing/test-providers';
import type { Source } from '../sources/source.ts';
import { openTestSources, type FakeProvider, type TestSources } from '../testing/test-sources.ts';
import { createProbes, type Probes } from './probes.ts';

const down: Fetched = { kind: 'unreachable', detail: 'connection refused' };

function probed(
  plays: Record<string, FakeProvider>,
  settings = { idleAfterMs: 10_000, leaveHeadroom: false },
  more = {},
): { world: TestSources; probes: Probes; run: (ms: number) => Promise<void> } {
  const world = openTestSources(plays, more);
  const probes = createProbes(new Map([[priceType.id, world.sources]]), world.ask, world.clock.monotonic, settings);
  const run = async (milliseconds: number): Promise<void> => {
    for (let passed = 0; passed < milliseconds; passed += 250) {
      probes.tick();
      await world.clock.advance(250);
    }
  };
  return { world, probes, run };
}

test('the catalog counts as measured when every source was asked once', async () => {
  const { world, probes, run } = probed({ a: () => priced('1', world.clock.now()), b: () => down });
  expect(probes.isMeasured()).toBe(false);
  await run(250);
  expect(probes.isMeasured()).toBe(true);
  await probes.measured;
  expect(world.sources.map(({ breaker }) => breaker.state())).toEqual(['closed', 'open']);
});

test('a source whose request budget is used up holds the catalog back for three seconds at most', async () => {
  const budgets = { a: { requests: 2, perMs: 600_000 } };
  const settings = { idleAfterMs: 10_000, leaveHeadroom: true };
  const up = () => priced('1', world.clock.now());
  const { world, probes, run } = probed({ a: up, b: up }, settings, { budgets });
  world.sources[0]?.usage.budget.take();
  world.sources[0]?.usage.budget.take();
  await run(2_750);
  expect(probes.isMeasured()).toBe(false);
  await run(500);
  expect(probes.isMeasured()).toBe(true);
});

test('a source that answered another question before its probe counts as asked', async () => {
  const { world, probes, run } = probed({ a: () => priced('1', world.clock.now()) });
  const [source] = world.sources;
  if (source === undefined) {
    throw new Error('there is no source');
  }
  probes.onObservation(source, { outcome: 'unreachable' });
  await run(3_250);
  expect(probes.isMeasured()).toBe(true);
});

test('a type whose only source fails at the start is listed once the source works, and given up after three seconds', async () => {
  let works = false;
  const late = probed({ a: () => (works ? priced('1', late.world.clock.now()) : down) });
  await late.run(1_000);
  expect(late.probes.isMeasured()).toBe(false);
  works = true;
  await late.run(1_250);
  expect(late.probes.isMeasured()).toBe(true);
  expect(late.world.sources[0]?.breaker.state()).toBe('closed');

  const dead = probed({ a: () => down });
  await dead.run(2_750);
  expect(dead.probes.isMeasured()).toBe(false);
  await dead.run(500);
  expect(dead.probes.isMeasured()).toBe(true);
});

test('a recovered source is healthy again after about two seconds, without traffic', async () => {
  let back = false;
  const { world, run } = probed({ a: () => (back ? priced('1', world.clock.now()) : down) });
  await run(5_000);
  expect(world.sources[0]?.breaker.state()).toBe('open');
  back = true;
  await run(2_250);
  expect(world.sources[0]?.breaker.state()).toBe('closed');
});

test('an idle probe finds a source that went down without traffic, and its circuit opens within seconds', async () => {
  let up = true;
  const { world, run } = probed(
    { a: () => (up ? priced('1', world.clock.now()) : down) },
    { idleAfterMs: 2_000, leaveHeadroom: false },
  );
  await run(1_000);
  up = false;
  await run(5_000);
  expect(world.sources[0]?.breaker.state()).toBe('open');
});

test('a source that answers its own example with a stale datum is opened', async () => {
  let frozenAtMs: number | undefined;
  const { world, run } = probed(
    { a: () => priced('1', frozenAtMs ?? world.clock.now()) },
    { idleAfterMs: 2_000, leaveHeadroom: false },
  );
  await run(500);
  frozenAtMs = world.clock.now() - 120_000;
  await run(6_000);
  expect(world.sources[0]?.breaker.state()).toBe('open');
  frozenAtMs = undefined;
  await run(2_500);
  expect(world.sources[0]?.breaker.state()).toBe('closed');
});

test('a source with traffic is not probed, and an idle one is probed only after its time', async () => {
  const { world, probes, run } = probed({ a: () => priced('1', world.clock.now()) });
  await run(9_000);
  expect(world.sent).toHaveLength(1);
  probes.onObservation(world.sources[0] as TestSources['sources'][number], { outcome: 'ok' });
  await run(9_000);
  expect(world.sent).toHaveLength(1);
  await run(2_000);
  expect(world.sent).toHaveLength(2);
});

test('probes with headroom leave half of the budget to callers', async () => {
  const { world, run } = probed(
    { a: () => priced('1', world.clock.now()) },
    { idleAfterMs: 500, leaveHeadroom: true },
    { budgets: { a: { requests: 4, perMs: 60_000 } } },
  );
  await run(20_000);
  expect(world.sent).toHaveLength(2);
});

test('a stale answer to a caller makes the next probe due soon, to tell a stale pair from a stale source', async () => {
  const { world, probes, run } = probed({ a: () => priced('1', world.clock.now()) });
  await run(3_000);
  expect(world.sent).toHaveLength(1);
  probes.onObservation(world.sources[0] as TestSources['sources'][number], { outcome: 'stale' });
  await run(3_000);
  expect(world.sent).toHaveLength(2);
});

test('a source whose example has no page any more leaves the catalog', async () => {
  let gone = false;
  const read: TypeAdapter['read'] = ({ status, body }) =>
    status === 404
      ? { kind: 'http_error', detail: 'HTTP 404' }
      : { kind: 'datum', data: body as { price: string }, sourceAtMs: world.clock.now() };
  const { world, run } = probed(
    {
      a: () =>
        gone
          ? { kind: 'answered', status: 404, body: undefined }
          : { kind: 'answered', status: 200, body: { symbol: 'BTC', price: '1' } },
    },
    undefined,
    { answers: { a: { read } } },
  );
  await run(1_000);
  expect(world.sources[0]?.breaker.state()).toBe('closed');
  gone = true;
  await run(30_000);
  expect(world.sources[0]?.breaker.state()).not.toBe('closed');
});

test('a provider that refuses our key does not delay the start, and is asked once a minute', async () => {
  const refused: Fetched = { kind: 'answered', status: 401, body: {} };
  const { world, probes, run } = probed({ a: () => priced('1', world.clock.now()), b: () => refused });
  await run(250);
  expect(probes.isMeasured()).toBe(true);
  await run(59_000);
  expect(world.sent.filter((id) => id === 'b')).toHaveLength(1);
  await run(1_500);
  expect(world.sent.filter((id) => id === 'b')).toHaveLength(2);
});

test('a second source of a provider that refused us needs no request to be measured', async () => {
  const refused: Fetched = { kind: 'answered', status: 401, body: {} };
  const { world } = probed({ a: () => refused });
  const [source] = world.sources as [Source];
  const first = world.ask(source, { symbol: 'ETH' }, 'ETH');
  await (first.kind === 'sent' ? first.observation : undefined);
  const probes = createProbes(new Map([[priceType.id, world.sources]]), world.ask, world.clock.now, {
    idleAfterMs: 10_000,
    leaveHeadroom: false,
  });
  for (let passed = 0; passed < 3_500; passed += 250) {
    probes.tick();
    await world.clock.advance(250);
  }
  expect([probes.isMeasured(), world.sent.length]).toEqual([true, 1]);
});
