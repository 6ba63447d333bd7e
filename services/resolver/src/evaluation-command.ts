import type { Catalog } from '@assay/catalog/catalog';
import { systemClock } from '@assay/service/clock';
import { readConfig } from '@assay/service/config';
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { bandsReport } from './bands-report.ts';
import { resolverConfig } from './config.ts';
import { evaluatedEndpoint, evaluatedService, type EndpointSettings } from './evaluated-service.ts';
import { answerableWith, readLabelledSet, scoreModel, type LabelledItem, type ScoredItem } from './evaluation.ts';
import { evaluationReport } from './evaluation-report.ts';
import type { Model } from './model.ts';
import { behaviours, type Behaviour } from './scripted-endpoint/behaviours.ts';
import { startScriptedEndpoint } from './scripted-endpoint/scripted-endpoint.ts';

const usage = `usage: make eval-ask SET=file.jsonl [MODEL=name] [ARGS=...]
   or: node services/resolver/dist/evaluate.js SET.jsonl [--model NAME] [--results FILE] [--errors]
       [--endpoint-behaviour NAME [--endpoint-accuracy SHARE] [--endpoint-delay-ms N] [--bands]]
SET.jsonl holds lines of {"id", "query", "accept": [{"outcome", "type", "params", "missing"}], "tags"}.
MODEL is "embedded" (the default) or the name of a model at the endpoint of ASSAY_RESOLVER_URL (ASSAY_RESOLVER_KEY is sent);
the embedded model decides the questions outside of ASSAY_RESOLVER_DOUBT and those that the endpoint leaves undecided, as
in the service; the report counts them. --endpoint-behaviour starts an endpoint of this command that knows the labels and
is ${behaviours.join(', ')}; --bands compares bands of doubt with it.
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
  const options = readArguments(args);
  const { catalog, embedded, out } = context;
  const all = await readSet(options.set);
  const items = answerableWith(all, catalog);
  const scripted = options.behaviour === undefined ? undefined : await startScript(options, items, context);
  try {
    const endpoint = endpointSettings(options, scripted?.url, context);
    if (options.bands && endpoint !== undefined) {
      out(await bandsReport(items, catalog, embedded, evaluatedEndpoint(endpoint)));
      return;
    }
    const service = endpoint === undefined ? undefined : evaluatedService(catalog, embedded, endpoint);
    const model = service?.model ?? embedded;
    const scored = await scoreModel(model, items, catalog, systemClock.monotonic);
    if (options.results !== undefined) {
      await writeResults(options.results, scored);
    }
    out(evaluationReport(model.name, scored, all.length - items.length));
    out(service?.summary() ?? '');
    for (const { item, got } of options.errors ? scored.filter(({ exact }) => !exact) : []) {
      out(`${JSON.stringify({ id: item.id, query: item.query, got, want: item.accept[0] })}\n`);
    }
  } finally {
    await scripted?.close();
  }
}

type Arguments = {
  readonly set: string;
  readonly model: string;
  readonly results: string | undefined;
  readonly errors: boolean;
  readonly behaviour: Behaviour | undefined;
  readonly accuracy: number;
  readonly delayMs: number;
  readonly bands: boolean;
};

const scriptOptions = z.object({
  'endpoint-behaviour': z.enum(behaviours).optional(),
  'endpoint-accuracy': z.coerce.number().min(0).max(1),
  'endpoint-delay-ms': z.coerce.number().int().min(0).max(60_000),
});

function readArguments(args: readonly string[]): Arguments {
  const options = {
    model: { type: 'string', default: 'embedded' },
    results: { type: 'string' },
    errors: { type: 'boolean', default: false },
    'endpoint-behaviour': { type: 'string' },
    'endpoint-accuracy': { type: 'string', default: '1' },
    'endpoint-delay-ms': { type: 'string', default: '0' },
    bands: { type: 'boolean', default: false },
  } as const;
  const { values, positionals } = orUsageError(
    () => parseArgs({ args: [...args], allowPositionals: true, options }),
    (message) => `${message}\n${usage.trimEnd()}`,
  );
  const [set, ...others] = positionals;
  if (set === undefined || others.length > 0) {
    throw new UsageError(`${set === undefined ? 'SET is missing' : 'SET must be one file'}\n${usage.trimEnd()}`);
  }
  const script = scriptOptions.safeParse(values);
  if (!script.success) {
    const [issue] = script.error.issues;
    throw new UsageError(`--${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'malformed'}\n${usage.trimEnd()}`);
  }
  if (values.bands && script.data['endpoint-behaviour'] === undefined) {
    throw new UsageError(`--bands needs --endpoint-behaviour\n${usage.trimEnd()}`);
  }
  return {
    set,
    model: values.model,
    results: values.results,
    errors: values.errors,
    behaviour: script.data['endpoint-behaviour'],
    accuracy: script.data['endpoint-accuracy'],
    delayMs: script.data['endpoint-delay-ms'],
    bands: values.bands,
  };
}

/** Starts an endpoint that knows the labels of a set. The embedded model tells it what each question is taken for. */
async function startScript(
  { behaviour = 'right', accuracy, delayMs }: Arguments,
  items: readonly LabelledItem[],
  { catalog, embedded }: EvaluationContext,
): ReturnType<typeof startScriptedEndpoint> {
  const questions = [];
  for (const item of items) {
    const { nearest, type } = await embedded.resolve(item.query, catalog, Number.POSITIVE_INFINITY);
    questions.push({ query: item.query, item, tempting: nearest ?? type });
  }
  return startScriptedEndpoint({ behaviour, accuracy, delayMs, catalog, questions });
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

/** Returns the settings of the endpoint to ask, or undefined when only the embedded model is scored. */
function endpointSettings(
  { model, behaviour }: Arguments,
  scriptedUrl: string | undefined,
  { environment }: EvaluationContext,
): EndpointSettings | undefined {
  if (model === 'embedded' && scriptedUrl === undefined) {
    return undefined;
  }
  const config = orUsageError(
    () => readConfig(resolverConfig, environment),
    (message) => message,
  );
  const url = scriptedUrl ?? config.ASSAY_RESOLVER_URL;
  if (url === undefined) {
    throw new UsageError(
      `MODEL=${model} needs ASSAY_RESOLVER_URL, the base URL of an OpenAI-compatible endpoint such as http://localhost:11434/v1; ` +
        'MODEL=embedded needs none',
    );
  }
  const name = behaviour === undefined ? model : `scripted-${behaviour}`;
  return { name, url, key: behaviour === undefined ? config.ASSAY_RESOLVER_KEY : undefined, config };
}

/** Returns a value, or turns the error of reading it into a mistake of the caller. */
function orUsageError<Value>(readValue: () => Value, say: (message: string) => string): Value {
  try {
    return readValue();
  } catch (error) {
    throw new UsageError(say(error instanceof Error ? error.message : String(error)));
  }
}
