import type { Catalog } from '@assay/catalog/catalog';
import { systemClock } from '@assay/runtime/clock';
import { readConfig } from '@assay/runtime/config';
import { readFile, writeFile } from 'node:fs/promises';
import { bandsReport } from './bands-report.ts';
import { resolverConfig } from '@assay/resolver/config';
import { evaluatedEndpoint, evaluatedService, type EndpointSettings } from './evaluated-service.ts';
import {
  answerableWith,
  readLabelledSet,
  scoreModel,
  type LabelledItem,
  type ScoredItem,
} from '../scoring/labelled-set.ts';
import { orUsageError, readArguments, UsageError, type Arguments } from './evaluation-arguments.ts';
import { evaluationReport } from './evaluation-report.ts';
import type { Model } from '@assay/resolver/model';
import { readRecordedAnswers, type RecordedAnswers } from '../scripted-endpoint/recorded-answers.ts';
import { startScriptedEndpoint } from '../scripted-endpoint/scripted-endpoint.ts';

/** The surroundings of the command: its environment variables, catalog, embedded model and output streams. */
export type EvaluationContext = {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly catalog: Catalog;
  readonly embedded: Model;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
};

/**
 * Scores a model on a labelled set and prints a report.
 * @param args the arguments after the name of the program.
 * @returns the exit code. It is 0 after a report. It is 2 after a message that the set cannot be read or the model
 * cannot be used.
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

/**
 * Starts a scripted endpoint. It answers with the labels of a set, or repeats the recorded answers of a large model.
 * The embedded model finds the wrong type that a careless model would choose for each question.
 */
async function startScript(
  { set, behaviour = 'right', accuracy, delayMs, answers }: Arguments,
  items: readonly LabelledItem[],
  { catalog, embedded }: EvaluationContext,
): ReturnType<typeof startScriptedEndpoint> {
  const recorded = answers === undefined ? undefined : await readAnswers(answers);
  if (recorded !== undefined && !items.some(({ id }) => recorded.has(id))) {
    throw new UsageError(`--endpoint-answers ${answers} has no answer to a question of SET=${set}`);
  }
  const questions = [];
  for (const item of items) {
    const { nearest, type } = await embedded.resolve(item.query, catalog, Number.POSITIVE_INFINITY);
    questions.push({ query: item.query, item, tempting: nearest ?? type });
  }
  const known = recorded === undefined ? {} : { recorded };
  return startScriptedEndpoint({ behaviour, accuracy, delayMs, catalog, questions, ...known });
}

async function readSet(set: string): Promise<LabelledItem[]> {
  const text = await readText(set, `SET=${set}`);
  return orUsageError(
    () => readLabelledSet(text),
    (message) => `SET=${set} is not a labelled set: ${message}`,
  );
}

async function readAnswers(file: string): Promise<RecordedAnswers> {
  const text = await readText(file, `--endpoint-answers ${file}`);
  return orUsageError(
    () => readRecordedAnswers(text),
    (message) => `--endpoint-answers ${file} does not hold recorded answers: ${message}`,
  );
}

async function readText(file: string, argument: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${argument} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown error'}`);
  }
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

/** Returns the settings of the endpoint to call; undefined when only the embedded model is scored. */
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
