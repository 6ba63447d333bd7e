import type pg from 'pg';
import { getData, until } from '../../e2e/support/system.ts';
import { pause } from '@assay/service/clock';
import type { HeldPrices } from './held-prices.ts';

/** A question of the load. */
export type LoadQuestion = { readonly type: string; readonly params: Readonly<Record<string, string>> };

/** A delivered answer as its caller saw it. */
type Delivery = {
  readonly traceId: string;
  readonly type: string;
  readonly data: Readonly<Record<string, string>>;
  readonly verification: Readonly<Record<string, unknown>>;
  readonly endedAtMs: number;
};

/** The answers to callers that ask in a closed loop. */
export type AnswerLoad = {
  readonly deliveries: readonly Delivery[];
  /** Number of other answers by HTTP status; 0 for a broken connection. */
  readonly others: ReadonlyMap<number, number>;
  readonly stop: () => Promise<void>;
};

const callerCount = 6;
const maxCalls = 20_000;

/** Starts callers that ask the questions in turn until they are stopped. */
export function startAnswerLoad(gatewayUrl: string, key: string, questions: readonly LoadQuestion[]): AnswerLoad {
  const deliveries: Delivery[] = [];
  const others = new Map<number, number>();
  let stopped = false;
  const caller = async (offset: number): Promise<void> => {
    for (let call = offset; !stopped && call < maxCalls; call += 1) {
      const { type, params } = questions[call % questions.length] as LoadQuestion;
      const answer = await getData(gatewayUrl, key, type, params).catch(() => undefined);
      if (answer?.body['status'] === 'delivered') {
        const { traceId, data, verification } = answer.body as Omit<Delivery, 'type' | 'endedAtMs'>;
        deliveries.push({ traceId, type, data, verification, endedAtMs: Date.now() });
      } else {
        others.set(answer?.status ?? 0, (others.get(answer?.status ?? 0) ?? 0) + 1);
      }
      await pause(20);
    }
  };
  const callers = Array.from({ length: callerCount }, (_, index) => caller(index));
  return {
    deliveries,
    others,
    stop: async () => {
      stopped = true;
      await Promise.all(callers);
    },
  };
}

/** An attempt as the table of decisions stores it. */
type StoredAttempt = {
  readonly provider: string;
  readonly outcome: string;
  readonly received_at_ms: string | number;
  readonly source_at_ms: string | number;
  readonly data_json: string;
  readonly update: { readonly path: string; readonly id: string; readonly received_at_ms: string | number } | null;
};
type StoredDecision = {
  readonly source: string;
  readonly level: string;
  readonly data_json: string;
  readonly attempts: readonly StoredAttempt[];
};

/** The faults of delivered answers, and how many answers and attempts came from updates, by provider and path. */
export type Judgement = { readonly faults: readonly string[]; readonly fromUpdates: ReadonlyMap<string, number> };

/** The bounds by which answers are judged. */
export type JudgeBounds = {
  /** Maximum age of an update that answers, by the setting of the engine and the bounds of the streams. */
  readonly freshMs: number;
  /** Maximum age of any datum, by its type. */
  readonly maxAgeMs: number;
  /** Tolerance of a price against the one that the sandbox held. */
  readonly toleranceBps: number;
};

const levels = new Set(['single_source', 'consensus', 'anchored']);
/** Providers that date by whole seconds can show a new price with a time before it. */
const secondsSlackMs = 1_100;
const millisecondsSlackMs = 5;

/** Judges every delivered answer, and every update that took part in one, by the decisions of their traces. */
export async function judgeAnswers(
  deliveries: readonly Delivery[],
  database: pg.Pool,
  held: HeldPrices,
  bounds: JudgeBounds,
): Promise<Judgement> {
  const decisions = await until(
    () => decisionsOf(database, deliveries),
    (found) => found.size === deliveries.length,
    20_000,
  );
  const faults: string[] = [];
  const fromUpdates = new Map<string, number>();
  for (const delivery of deliveries) {
    const decision = decisions.get(delivery.traceId.slice(3)) as StoredDecision;
    const found = [
      ...faultsOfLabels(delivery, decision),
      ...faultsOfDatum(delivery.data, delivery.endedAtMs, bounds.maxAgeMs, secondsSlackMs, { held, bounds }),
    ];
    for (const attempt of decision.attempts.filter(({ update, outcome }) => update !== null && outcome === 'ok')) {
      const name = `${attempt.provider} ${attempt.update?.path}`;
      fromUpdates.set(name, (fromUpdates.get(name) ?? 0) + 1);
      found.push(...faultsOfUpdate(attempt, { held, bounds }));
    }
    faults.push(...found.map((fault) => `${delivery.traceId} ${fault}`));
  }
  return { faults, fromUpdates };
}

async function decisionsOf(
  database: pg.Pool,
  deliveries: readonly Delivery[],
): Promise<ReadonlyMap<string, StoredDecision>> {
  const { rows } = await database.query<{ trace_id: string; document: StoredDecision }>(
    `SELECT replace(trace_id::text, '-', '') AS trace_id, document FROM engine.decisions WHERE trace_id = ANY($1::uuid[])`,
    [deliveries.map(({ traceId }) => traceId.slice(3))],
  );
  return new Map(rows.map(({ trace_id: id, document }) => [id, document]));
}

/** An answer says what it is: its level, source and time, and its decision says the same and names the update. */
function faultsOfLabels({ data, verification }: Delivery, decision: StoredDecision): readonly string[] {
  const used = decision.attempts.find(({ data_json: json }) => json !== '' && json === decision.data_json);
  return [
    ...(levels.has(String(verification['level'])) && verification['level'] === decision.level ? [] : ['wrong level']),
    ...(verification['source'] === decision.source && used !== undefined ? [] : ['the decision has another source']),
    ...(typeof verification['origin'] === 'string' && typeof data['asOf'] === 'string' ? [] : ['no origin or time']),
    ...(decision.data_json !== '' && sameDatum(JSON.parse(decision.data_json), data) ? [] : ['another datum']),
  ];
}

function sameDatum(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  return Object.keys({ ...a, ...b }).every((name) => a[name] === b[name]);
}

type Truth = { readonly held: HeldPrices; readonly bounds: JudgeBounds };

/** One update in a thousand has whole seconds by chance, and is judged less strictly. */
function slackOf(data: Readonly<Record<string, string>>): number {
  return Date.parse(data['asOf'] ?? '') % 1_000 === 0 ? secondsSlackMs : millisecondsSlackMs;
}

function faultsOfUpdate(attempt: StoredAttempt, truth: Truth): readonly string[] {
  const { provider, update } = attempt;
  const data = JSON.parse(attempt.data_json) as Readonly<Record<string, string>>;
  const [receivedAtMs, takenAtMs] = [Number(attempt.received_at_ms), Number(update?.received_at_ms)];
  const isNamed =
    (update?.path === 'direct' || update?.path === 'shared') &&
    (update.id !== '' || data['price'] === undefined) &&
    takenAtMs > 0 &&
    takenAtMs <= receivedAtMs &&
    Date.parse(data['asOf'] ?? '') === Number(attempt.source_at_ms);
  const faults = faultsOfDatum(data, receivedAtMs, truth.bounds.freshMs, slackOf(data), truth);
  return [...(isNamed ? [] : ['the update is not named']), ...faults].map((fault) => `${provider}: ${fault}`);
}

/** A price is that of its own time, and its time is recent. */
function faultsOfDatum(
  data: Readonly<Record<string, string>>,
  nowMs: number,
  maxAgeMs: number,
  slackMs: number,
  { held, bounds }: Truth,
): readonly string[] {
  const asOfMs = Date.parse(data['asOf'] ?? '');
  const ageMs = nowMs - asOfMs;
  const symbol = (data['token'] ?? data['symbol'] ?? '').split('-')[0] ?? '';
  const price = Number(data['price']);
  const truths = held.between(symbol, asOfMs - slackMs, asOfMs + slackMs);
  const isRight =
    data['price'] === undefined || truths.some((usd) => Math.abs(price - usd) * 10_000 <= bounds.toleranceBps * usd);
  return [
    ...(ageMs <= maxAgeMs && ageMs >= -secondsSlackMs ? [] : [`${ageMs} ms old`]),
    ...(isRight ? [] : [`${symbol} ${price} at ${data['asOf']}, not ${truths.join(' or ')}`]),
  ];
}
