import type { ProviderStream } from '@assay/providers/define-stream';
import { createDemand } from '@assay/streams/demand';
import { createLatestUpdates } from '@assay/streams/latest-updates';
import { emptyTopic } from '@assay/streams/topic-state';
import { testStream, tradeOf } from '@assay/streams/testing/test-stream';
import { createStreamAnswers } from '../services/engine/src/streams/stream-answers.ts';
import type { Source } from '../services/engine/src/sources/source.ts';
import { openTestSources } from '../services/engine/src/testing/test-sources.ts';
import { priced } from '@assay/providers/testing/test-providers';
import { markdownTable } from './markdown-table.ts';
import { quantile } from './quantile.ts';
import { measurementNote, writeSection } from './results-file.ts';

/**
 * Measures how the engine's CPU time for an answer from a stream grows with the number of assets that callers ask
 * about. Each stream is subscribed to at most 200 topics, so questions about further assets get no answer from it.
 * Run with: node --conditions=@assay/source bench/growth-answers.bench.ts
 */
const streamCount = 8;
const subscribed = 200;
const rounds = 9;
const questions = 40_000;

const world = openTestSources({ venue: () => priced('100', world.clock.now()) });
const source = world.sources[0] as Source;
const topicOf: ProviderStream['topicOf'] = (_type, { symbol }) => symbol;

/**
 * Returns the mean CPU time of one question to one source, in microseconds, when questions are spread over this many
 * assets.
 */
async function measure(assets: number): Promise<number> {
  const streams = Array.from({ length: streamCount }, (_, index) =>
    testStream({ id: `venue${index}`, provider: `venue${index}`, topicOf }),
  );
  const sources = streams.map(({ provider: id }) => ({ ...source, provider: { ...source.provider, id } }));
  const latest = createLatestUpdates(4_096);
  const symbols = Array.from({ length: assets }, (_, index) => `A${index}`);
  const trade = (topic: string) => tradeOf(7, world.clock.now(), topic, '100.1');
  for (const { id } of streams) {
    for (const topic of symbols.slice(0, subscribed)) {
      const state = { ...emptyTopic, trade: trade(topic), receivedAtMs: world.clock.now() };
      latest.set(id, topic, { state, leadMs: 0, path: 'direct' });
    }
  }
  const answers = createStreamAnswers({
    streams,
    latest,
    demand: createDemand(new Map(), world.clock.monotonic),
    now: world.clock.now,
    freshForMs: 2_000,
    confirmedForMs: 60_000,
    onQuestion: () => undefined,
  });
  const assetQuestions = symbols.map((symbol) => ({ params: { symbol }, key: JSON.stringify({ symbol }) }));
  const ask = (count: number): void => {
    for (let call = 0; call < count; call += 1) {
      const { params, key } = assetQuestions[(call * 7_919) % assets] as (typeof assetQuestions)[number];
      answers.answer(sources[call % streamCount] as Source, params, key);
    }
  };
  ask(questions);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = process.cpuUsage();
    ask(questions);
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / questions);
  }
  return quantile(times, 0.5);
}

await measure(10);
const rows: string[][] = [];
for (const assets of [10, 200, 1_000, 5_000]) {
  rows.push([assets.toLocaleString('en'), (await measure(assets)).toFixed(2)]);
}
const table = markdownTable(['assets asked', 'CPU us a question'], rows);
writeSection(
  'Growth: answers from the memory of streams',
  `${measurementNote('bench/growth-answers.bench.ts')} The program asks the engine's memory of stream updates about many assets, at
${streamCount} sources. Streams subscribe to ${subscribed} assets. The table shows the median of ${rounds} rounds of ${questions} questions.\n\n${table}`,
);
process.stdout.write(`${table}\n`);
