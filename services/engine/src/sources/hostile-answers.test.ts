import { expect, test } from '@jest/globals';
import { priced } from '@assay/providers/testing/test-providers';
import { openTestSources, startMs, testClock } from '../testing/test-sources.ts';
import { createAsk } from './attempt.ts';
import type { SourceObservation } from './observe.ts';
import type { Source } from './source.ts';

const params = { symbol: 'BTC' };

async function observed(price: string, atMs: number): Promise<SourceObservation> {
  const world = openTestSources({ a: () => priced(price, atMs) });
  const askResult = world.ask(world.sources[0] as Source, params, '{}');
  return askResult.kind === 'sent' ? askResult.observation : Promise.reject(new Error('not sent'));
}

// A provider can state a slot instead of a time. The engine then gets the time from the nodes, so a lying node can
// cause any of these times.
test.each([-3.6e18, 8_640_000_000_000_001, -1, 0, Number.MAX_SAFE_INTEGER, -1e300, 1e300])(
  'the time %p makes an answer malformed or stale, and ends nothing else',
  async (atMs) => {
    expect(['malformed', 'stale']).toContain((await observed('1', atMs)).outcome);
  },
);

test.each(['9'.repeat(900_000), `0.${'3'.repeat(100_000)}`, '1e999', '9'.repeat(41)])(
  'a price of too many digits is malformed, and reading it takes no time',
  async (price) => {
    const before = process.cpuUsage();
    expect((await observed(price, startMs)).outcome).toBe('malformed');
    // In an earlier version, comparing such a number took 2.2 s of CPU time.
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(500);
  },
);

test('an error that nobody expected ends the attempt, counts as a failure of its source, and is reported', async () => {
  const clock = testClock();
  const { sources } = openTestSources({ a: () => priced('1', startMs) }, { clock });
  const reported: unknown[] = [];
  const ask = createAsk({
    ...clock,
    fetch: async () => priced('1', startMs),
    onObservation: () => {
      throw new Error('a defect');
    },
    onUnexpected: (provider, error) => reported.push([provider, (error as Error).message]),
  });
  const source = sources[0] as Source;
  const askResult = ask(source, params, '{}');
  expect(askResult.kind === 'sent' && (await askResult.observation).outcome).toBe('malformed');
  expect(reported).toEqual([['a', 'a defect']]);
  expect(source.usage.inFlight).toBe(0);
});
