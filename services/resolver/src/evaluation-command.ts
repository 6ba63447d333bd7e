import type { Catalog } from '@assay/catalog/catalog';
import { systemClock } from '@assay/service/clock';
import { readConfig } from '@assay/service/config';
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { resolverConfig } from './config.ts';
import { answerableWith, readLabelledSet, scoreModel, type LabelledItem, type ScoredItem } from './evaluation.ts';
import { evaluationReport } from './evaluation-report.ts';
import type { Model } from './model.ts';
import { createCircuitBreaker } from './openai/circuit-breaker.ts';
import { endpointModel } from './openai/endpoint-model.ts';
import { resolveWith } from './resolve.ts';

const usage = `usage: make eval-ask SET=file.jsonl [MODEL=name]
   or: node services/resolver/dist/evaluate.js SET.jsonl [--model NAME] [--results FILE] [--errors]
SET.jsonl holds lines of {"id", "query", "accept": [{"outcome", "type", "params", "missing"}], "tags"}.
MODEL is "embedded" (the default) or the name of a model at the endpoint of ASSAY_RESOLVER_URL (ASSAY_RESOLVER_KEY is sent);
the embedded model decides the questions that the endpoint leaves undecided, as in the service; the report counts them.
`;

/** The surroundings of the command: its environment variables, catalog, embedded model and output streams. */
export type EvaluationContext = {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly catalog: Catalog;
  readonly embedded: Model;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
};

/** A mistake of the caller. The command prints its message instead of a stack trace. */
class UsageError extends Error {}

/**
 * Scores a model on a labelled set and prints a report.
 * @param args the arguments after the name of the program.
 * @returns the exit code: 0, or 2 after a message when it cannot read the set or use the model.
 */
export async function evaluate(args: readonly string[], context: EvaluationContext): Promise<number> {
  try {
    await run(args, context);
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) {
      throw error;
    }
    context.err(`${error.message}\n`);
    return 2;
  }
}

async function run(args: readonly string[], context: EvaluationContext): Promise<void> {
  const { set, model: name, results, errors } = readArguments(args);
  const { catalog, embedded, out } = context;
  const all = await readSet(set);
  const fallbacks = new Map<string, number>();
  const model = name === 'embedded' ? embedded : withFallback(name, context, fallbacks);
  const items = answerableWith(all, catalog);
  const scored = await scoreModel(model, items, catalog, systemClock.monotonic);
  if (results !== undefined) {
    await writeResults(results, scored);
  }
  out(evaluationReport(model.name, scored, all.length - items.length));
  for (const [reason, count] of fallbacks) {
    out(`${count} decided by ${embedded.name} instead: ${reason}\n`);
  }
  for (const { item, got } of errors ? scored.filter(({ exact }) => !exact) : []) {
    out(`${JSON.stringify({ id: item.id, query: item.query, got, want: item.accept[0] })}\n`);
  }
}

function readArguments(args: readonly string[]): {
  readonly set: string;
  readonly model: string;
  readonly results: string | undefined;
  readonly errors: boolean;
} {
  const options = {
    model: { type: 'string', default: 'embedded' },
    results: { type: 'string' },
    errors: { type: 'boolean', default: false },
  } as const;
  const { values, positionals } = orUsageError(
    () => parseArgs({ args: [...args], allowPositionals: true, options }),
    (message) => `${message}\n${usage.trimEnd()}`,
  );
  const [set, ...others] = positionals;
  if (set === undefined || others.length > 0) {
    throw new UsageError(`${set === undefined ? 'SET is missing' : 'SET must be one file'}\n${usage.trimEnd()}`);
  }
  return { set, model: values.model, results: values.results, errors: values.errors };
}

async function readSet(set: string): Promise<LabelledItem[]> {
  let text: string;
  try {
    text = await readFile(set, 'utf8');
  } catch (error) {
    throw new UsageError(`SET=${set} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown error'}`);
  }
  return orUsageError(
    () => readLabelledSet(text),
    (message) => `SET=${set} is not a labelled set: ${message}`,
  );
}

async function writeResults(file: string, scored: readonly ScoredItem[]): Promise<void> {
  const text = scored.map(({ item: { id }, got }) => `${JSON.stringify({ id, ...got })}\n`).join('');
  try {
    await writeFile(file, text);
  } catch (error) {
    throw new UsageError(
      `--results ${file} cannot be written: ${(error as NodeJS.ErrnoException).code ?? 'unknown error'}`,
    );
  }
}

/** Returns the named model at the configured endpoint, with the embedded model as its fallback. */
function withFallback(
  name: string,
  { environment, catalog, embedded }: EvaluationContext,
  fallbacks: Map<string, number>,
): Model {
  const config = orUsageError(
    () => readConfig(resolverConfig, environment),
    (message) => message,
  );
  if (config.ASSAY_RESOLVER_URL === undefined) {
    throw new UsageError(
      `MODEL=${name} needs ASSAY_RESOLVER_URL, the base URL of an OpenAI-compatible endpoint such as http://localhost:11434/v1; ` +
        'MODEL=embedded needs none',
    );
  }
  const endpoint = endpointModel({
    url: config.ASSAY_RESOLVER_URL,
    model: name,
    ...(config.ASSAY_RESOLVER_KEY === undefined ? {} : { key: config.ASSAY_RESOLVER_KEY }),
    timeoutMs: config.ASSAY_RESOLVER_TIMEOUT_MS,
    maxConcurrency: config.ASSAY_RESOLVER_CONCURRENCY,
    circuitBreaker: createCircuitBreaker({ maxFailures: 5, pauseMs: 10_000, nowMs: systemClock.monotonic }),
  });
  const resolve = resolveWith(catalog, embedded, endpoint);
  const patienceMs = config.ASSAY_RESOLVER_TIMEOUT_MS + 1_000;
  return {
    name: endpoint.name,
    resolve: async (query, _catalog, deadlineAtMs) => {
      const resolved = await resolve(query, Math.min(deadlineAtMs, performance.now() + patienceMs));
      if (resolved.fallbackReason !== '') {
        fallbacks.set(resolved.fallbackReason, (fallbacks.get(resolved.fallbackReason) ?? 0) + 1);
      }
      return resolved;
    },
  };
}

/** Returns a value, or turns the error of reading it into a mistake of the caller. */
function orUsageError<Value>(readValue: () => Value, say: (message: string) => string): Value {
  try {
    return readValue();
  } catch (error) {
    throw new UsageError(say(error instanceof Error ? error.message : String(error)));
  }
}
