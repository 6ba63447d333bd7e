import { loadCatalog } from '@assay/catalog/catalog';
import { readFile } from 'node:fs/promises';
import { classifierOf, embeddedModel } from '../services/resolver/src/embedded/embedded-model.ts';
import { loadModel } from '../services/resolver/src/embedded/load-model.ts';
import { parseQuestion } from '../services/resolver/src/entities/parse-question.ts';
import { readLabelledSet } from '../research/resolver/src/scoring/labelled-set.ts';
import { normalizeQuestion } from '../services/resolver/src/question-text.ts';
import { markdownTable } from './markdown-table.ts';
import { quantile } from './quantile.ts';
import { measurementNote, writeSection } from './results-file.ts';

/**
 * Measures the time that the resolver takes for a question. It also measures the minimum: the time that parsing and
 * classifying the question once would take.
 * Run with: node --conditions=@assay/source bench/resolver.bench.ts. Exits with 1 when the 99th percentile exceeds its
 * limit.
 */

/** Limit of the 99th percentile, in milliseconds. */
const maxP99Ms = 5;
const maxCharacters = 1_000;
/**
 * Number of rounds. It is odd, so that the median is one of the rounds. The median ignores rounds that other work on
 * the machine slowed.
 */
const rounds = 9;
/** Number of warm-up rounds. Node compiles hot code only after thousands of questions. */
const warmUpRounds = 4;
/**
 * Minimum share of a processor that the process must get during a round, from 0 to 1. With less, other work on the
 * machine interfered, so the benchmark repeats the round.
 */
const quietShare = 0.97;
const maxAttempts = 60;

type Answer = (question: string) => unknown;
type Round = { readonly p50: number; readonly p99: number; readonly maxMs: number; readonly processorShare: number };

const corpora = new URL('../research/resolver/corpora/', import.meta.url);
const catalog = await loadCatalog();
const sets = await Promise.all(
  ['held-out.jsonl', 'held-out-chain.jsonl'].map((name) => readFile(new URL(name, corpora), 'utf8')),
);
const short = sets.flatMap(readLabelledSet).map(({ query }) => query);
/** Messages of the maximum length. Each joins many questions, so that every rule has work to do. */
const long = short.map((_, start) =>
  [...short.slice(start), ...short.slice(0, start)].join('. ').slice(0, maxCharacters),
);

const trained = await loadModel();
const model = embeddedModel(trained);
const classify = classifierOf(trained);

const resolve: Answer = (question) => model.resolve(question, catalog, Number.POSITIVE_INFINITY);

/** The minimum work for an answer by the embedded model: parse the text once and classify it once. */
const minimum: Answer = (question) => {
  const reading = parseQuestion(normalizeQuestion(question));
  return classify(reading, { start: 0, end: reading.question.text.length });
};

/** Answers every question once. The times include garbage collection, because callers wait for it too. */
async function timeRound(questions: readonly string[], answer: Answer): Promise<Round> {
  const durationsMs: number[] = [];
  const before = process.cpuUsage();
  const startedAtMs = performance.now();
  for (const question of questions) {
    const startedMs = performance.now();
    await answer(question);
    durationsMs.push(performance.now() - startedMs);
  }
  const spentMs = performance.now() - startedAtMs;
  const { user, system } = process.cpuUsage(before);
  return {
    p50: quantile(durationsMs, 0.5),
    p99: quantile(durationsMs, 0.99),
    maxMs: quantile(durationsMs, 1),
    processorShare: Math.min(1, (user + system) / 1_000 / spentMs),
  };
}

function median(timedRounds: readonly Round[]): Round {
  const medianRound = timedRounds.toSorted((a, b) => a.p99 - b.p99)[Math.floor(timedRounds.length / 2)];
  if (medianRound === undefined) {
    throw new Error('there is no measured round');
  }
  return medianRound;
}

type Measurement = { readonly minimum: Round; readonly resolving: Round; readonly disturbed: number };

/**
 * Measures the minimum work and the whole resolver alternately for several rounds, so that both run under the same
 * load. Returns the median round of each.
 */
async function measure(questions: readonly string[]): Promise<Measurement> {
  const minimums: Round[] = [];
  const resolvings: Round[] = [];
  for (let round = 0; round < warmUpRounds; round += 1) {
    await timeRound(questions, minimum);
    await timeRound(questions, resolve);
  }
  let attempts = 0;
  for (; resolvings.length < rounds && attempts < maxAttempts; attempts += 1) {
    const ofMinimum = await timeRound(questions, minimum);
    const ofResolving = await timeRound(questions, resolve);
    if (Math.min(ofMinimum.processorShare, ofResolving.processorShare) >= quietShare) {
      minimums.push(ofMinimum);
      resolvings.push(ofResolving);
    }
  }
  if (resolvings.length < rounds) {
    throw new Error(
      `only ${resolvings.length} rounds of ${attempts} had a processor to themselves. Stop other work on this machine`,
    );
  }
  return { minimum: median(minimums), resolving: median(resolvings), disturbed: attempts - rounds };
}

const samples = [
  { name: 'single questions', questions: short },
  { name: `messages of ${maxCharacters} characters with about fifteen questions each`, questions: long },
];
const rows: string[][] = [];
let slowest = 0;
let disturbedRounds = 0;
for (const { name, questions } of samples) {
  const { minimum: ofMinimum, resolving, disturbed } = await measure(questions);
  slowest = Math.max(slowest, resolving.p99);
  disturbedRounds += disturbed;
  const times = [ofMinimum.p50, ofMinimum.p99, resolving.p50, resolving.p99, resolving.maxMs];
  rows.push([name, String(questions.length), ...times.map((ms) => ms.toFixed(2))]);
}
const passed = slowest < maxP99Ms;
const verdict = [
  `The 99th percentile ${passed ? 'is below' : 'exceeds'} its limit of ${maxP99Ms} ms.`,
  `Rounds repeated because other work took more than ${((1 - quietShare) * 100).toFixed(0)} % of the processor: ${disturbedRounds}.`,
].join(' ');
const table = markdownTable(
  [
    'questions',
    'n',
    'minimum p50, ms',
    'minimum p99, ms',
    'resolving p50, ms',
    'resolving p99, ms',
    'resolving max, ms',
  ],
  rows,
);
writeSection(
  'Resolving a question',
  `${measurementNote('bench/resolver.bench.ts')} The embedded model ran in one process. "Resolving" is the whole work of
the resolver for a text. "Minimum" only parses the text once and classifies it once. The two alternated for ${warmUpRounds} rounds of
warm-up and ${rounds} measured rounds. Times are elapsed times of the median round.\n\n${table}\n\n${verdict}`,
);
process.stdout.write(`${table}\n${verdict}\n`);
process.exitCode = passed ? 0 : 1;
