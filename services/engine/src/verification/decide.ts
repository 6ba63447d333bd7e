import { reaches, type DataType, type Level } from '@assay/catalog/define';
import type { AttemptOutcome } from '../sources/observe.ts';
import type { Params } from '../providers/define.ts';
import type { ReferenceReading } from './reference.ts';
import { conflictReason, levelReason, shortfallReason, type Comparison } from './compare.ts';
import type { Attempt, Consultation, DeliveredAttempt } from './consult.ts';

/** What a call comes to. */
export type Verdict = {
  readonly outcome: 'delivered' | 'refused' | 'no_source' | 'failed';
  /** Delivered: the level reached. Refused: the level reached, short of the one required; undefined in a conflict. */
  readonly level?: Level;
  /** The attempt whose datum is delivered, or would have been. */
  readonly used?: DeliveredAttempt;
  /** The rule that decided, as a sentence for the caller. */
  readonly reason: string;
  /** Cost of everything that was sent, the source used included. */
  readonly totalCostMicros: bigint;
};

/** Everything that one call consulted, and what it came to. */
export type Consulted = {
  readonly consultation: Consultation;
  readonly comparison: Comparison;
  readonly reference?: { readonly id: string; readonly reading: ReferenceReading };
};

/** So many sources saying that they do not know an entity outweigh any number that failed. */
const enoughUnknown = 2;

/**
 * Judges what was consulted. Answers that contradict one another without a majority, and a level short of the one
 * required, make a refusal. A failure is not knowledge: when a source that could know failed and none answered, the call
 * failed, unless at least two others said that they do not know the entity.
 */
export function decide(type: DataType, params: Params, required: Level, consulted: Consulted): Verdict {
  const { consultation, comparison, reference } = consulted;
  const { attempts } = consultation;
  const sourcesCost = attempts.reduce((sum, { costMicros }) => sum + costMicros, 0n);
  const totalCostMicros = sourcesCost + (reference?.reading.costMicros ?? 0n);
  const { judged, compared } = comparison;
  const used = judged === undefined ? undefined : compared[judged.place];
  if (judged !== undefined && used !== undefined) {
    if (judged.kind === 'conflict') {
      const reason = conflictReason(type, comparison, judged, reference?.reading);
      return { outcome: 'refused', reason, totalCostMicros };
    }
    const verdict = { level: judged.level, used, totalCostMicros } as const;
    const short = shortfallReason(type, comparison, judged, reference);
    if (!reaches(judged.level, required)) {
      const reason = `${required} was required and only ${judged.level} was reached: ${short}`;
      return { ...verdict, outcome: 'refused', reason };
    }
    const reason =
      judged.level === 'single_source'
        ? `one source answered and nothing independent of it confirmed it: ${short}`
        : levelReason(type, comparison, judged, reference?.reading);
    return { ...verdict, outcome: 'delivered', reason };
  }
  const unknown = attempts.filter(({ outcome }) => outcome === 'unknown_entity');
  const nobodyElse = unknown.length === attempts.length && !consultation.outOfTime;
  if (nobodyElse || unknown.length >= enoughUnknown) {
    return { outcome: 'no_source', reason: unknownReason(type, params, unknown), totalCostMicros };
  }
  return { outcome: 'failed', reason: failedReason(type, attempts), totalCostMicros };
}

function unknownReason(type: DataType, params: Params, unknown: readonly Attempt[]): string {
  const entity = Object.entries(params)
    .map(([name, value]) => `${name} "${value}"`)
    .join(', ');
  const mistaken = unknown.find(({ detail }) => detail !== '');
  const because = mistaken === undefined ? '' : `: a source was found, but ${mistaken.detail}`;
  return `no source of ${type.id} knows ${entity}${because}`;
}

const words: Record<AttemptOutcome, string> = {
  ok: 'answered',
  stale: 'gave an answer that is too old',
  unknown_entity: 'did not know it',
  malformed: 'gave an answer that makes no sense',
  rate_limited: 'refused because of its rate limit',
  http_error: 'answered with an error',
  timeout: 'did not answer in time',
  unreachable: 'could not be reached',
  over_budget: 'could not be asked within its rate limit',
  circuit_open: 'failed a moment ago and had no second try yet',
  undated: 'did not say when it measured',
};

function failedReason(type: DataType, attempts: readonly Attempt[]): string {
  const counts = new Map<AttemptOutcome, number>();
  for (const { outcome } of attempts) {
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  const parts = [...counts].map(([outcome, count]) => `${count} ${words[outcome]}`);
  return `no source of ${type.id} could answer: ${parts.join(', ') || 'there was no time left to ask one'}`;
}

/** The parameters as used: those given, completed by what the source told of those that the service looks up. */
export function completedParams(type: DataType, params: Params, data: Readonly<Record<string, unknown>>): Params {
  const found = type.lookedUp.filter((name) => params[name] === undefined && typeof data[name] === 'string');
  if (found.length === 0) {
    return params;
  }
  const known: Record<string, unknown> = { ...params, ...Object.fromEntries(found.map((name) => [name, data[name]])) };
  const order = Object.keys(type.params.shape);
  return Object.fromEntries(order.filter((name) => name in known).map((name) => [name, String(known[name])]));
}
