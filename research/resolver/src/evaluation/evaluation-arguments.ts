import { parseArgs } from 'node:util';
import { z } from 'zod';
import { behaviours, type Behaviour } from '../scripted-endpoint/behaviours.ts';

const usage = `usage: make eval-ask SET=file.jsonl [MODEL=name] [ARGS=...]
   or: node research/resolver/dist/evaluation/evaluate.js SET.jsonl [--model NAME] [--results FILE] [--errors]
       [--endpoint-behaviour NAME [--endpoint-accuracy SHARE] [--endpoint-delay-ms N] [--bands]]
       [--endpoint-answers FILE [--endpoint-delay-ms N] [--bands]]
SET.jsonl holds lines of {"id", "query", "accept": [{"outcome", "type", "params", "missing"}], "tags"}.
MODEL is "embedded" (the default) or the name of a model at the endpoint of ASSAY_RESOLVER_URL (ASSAY_RESOLVER_KEY is sent);
the embedded model decides the questions outside of ASSAY_RESOLVER_DOUBT and those that the endpoint leaves undecided, as
in the service; the report counts them. --endpoint-behaviour starts an endpoint of this command that knows the labels and
is ${behaviours.join(', ')}. "recorded" repeats the answers of a large model
from the file of --endpoint-answers, lines of {"id", "type", "params", "confidence"}, and declines a question without one.
--bands compares bands of doubt with the endpoint of this command.
`;

/** The error for a mistake in the command's arguments. The command prints its message instead of a stack trace. */
export class UsageError extends Error {}

/** The arguments of the command after validation. */
export type Arguments = {
  readonly set: string;
  readonly model: string;
  readonly results: string | undefined;
  readonly errors: boolean;
  readonly behaviour: Behaviour | undefined;
  /** The file of recorded answers. Present only for the behaviour `recorded`. */
  readonly answers: string | undefined;
  readonly accuracy: number;
  readonly delayMs: number;
  readonly bands: boolean;
};

const scriptOptions = z.object({
  'endpoint-behaviour': z.enum(behaviours).optional(),
  'endpoint-accuracy': z.coerce.number().min(0).max(1),
  'endpoint-delay-ms': z.coerce.number().int().min(0).max(60_000),
});

/** Reads the arguments of the command. Throws a `UsageError` that says what is wrong. */
export function readArguments(args: readonly string[]): Arguments {
  const options = {
    model: { type: 'string', default: 'embedded' },
    results: { type: 'string' },
    errors: { type: 'boolean', default: false },
    'endpoint-behaviour': { type: 'string' },
    'endpoint-answers': { type: 'string' },
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
  const answers = values['endpoint-answers'];
  const behaviour = script.data['endpoint-behaviour'] ?? (answers === undefined ? undefined : 'recorded');
  const mistake = mistakeIn(behaviour, answers, values.bands);
  if (mistake !== undefined) {
    throw new UsageError(`${mistake}\n${usage.trimEnd()}`);
  }
  return {
    set,
    model: values.model,
    results: values.results,
    errors: values.errors,
    behaviour,
    answers,
    accuracy: script.data['endpoint-accuracy'],
    delayMs: script.data['endpoint-delay-ms'],
    bands: values.bands,
  };
}

/** Returns what is wrong with options that are each valid but do not fit together; undefined when nothing is wrong. */
function mistakeIn(behaviour: Behaviour | undefined, answers: string | undefined, bands: boolean): string | undefined {
  if (bands && behaviour === undefined) {
    return '--bands needs --endpoint-behaviour or --endpoint-answers';
  }
  if (behaviour === 'recorded' && answers === undefined) {
    return '--endpoint-behaviour recorded needs --endpoint-answers';
  }
  return answers !== undefined && behaviour !== 'recorded'
    ? `--endpoint-answers is for the behaviour "recorded", not for "${behaviour}"`
    : undefined;
}

/**
 * Returns the result of `readValue`. If `readValue` throws, throws a `UsageError` instead. `say` makes its message from
 * the original message.
 */
export function orUsageError<Value>(readValue: () => Value, say: (message: string) => string): Value {
  try {
    return readValue();
  } catch (error) {
    throw new UsageError(say(error instanceof Error ? error.message : String(error)));
  }
}
