import type pg from 'pg';
import { getData, until } from '../../e2e/support/system.ts';
import { pause } from '@assay/runtime/clock';
import type { HeldValues } from './held-prices.ts';

/** A question that the load asks. */
export type LoadQuestion = { readonly type: string; readonly params: Readonly<Record<string, string>> };

/** A delivered answer as the caller received it. */
type Delivery = {
  readonly traceId: string;
  readonly type: string;
  readonly data: Readonly<Record<string, string>>;
  readonly verification: Readonly<Record<string, unknown>>;
  readonly endedAtMs: number;
};

/** The answers that the callers of the load received. */
export type AnswerLoad = {
  readonly deliveries: readonly Delivery[];
  /** Number of answers that were no delivery, by HTTP status. The status is 0 for a broken connection. */
  readonly others: ReadonlyMap<number, number>;
  readonly stop: () => Promise<void>;
};

const callerCount = 6;
const maxCalls = 20_000;

/** Starts callers that ask the questions one after another, again and again, until they are stopped. */
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

/** An attempt at a source, as the decisions table stores it. */
type StoredAttempt = {
  readonly provider: string;
  readonly outcome: string;
  readonly received_at_ms: string | number;
  readonly source_at_ms: string | number;
  readonly data_json: string;
  readonly update: { readonly path: string; readonly id: string; readonly received_at_ms: string | number } | null;
};
/** The fields of a datum. They are texts, except the interval of a funding rate, which is a number. */
type Datum = Readonly<Record<string, string>>;
type StoredDecision = {
  readonly source: string;
  readonly level: string;
  readonly data_json: string;
  readonly attempts: readonly StoredAttempt[];
};

/**
 * The faults of the delivered answers. `fromUpdates` has the number of answers and attempts that used an update of a
 * stream, by provider and path.
 */
export type Judgement = { readonly faults: readonly string[]; readonly fromUpdates: ReadonlyMap<string, number> };

/** What the judge needs to know: the values that the sandbox held, and the tolerances. */
export type Truth = {
  readonly prices: HeldValues;
  /** Funding rates per eight hours. */
  readonly rates: HeldValues;
  /**
   * Returns the maximum age, in milliseconds, of an update that may answer for a provider. It depends on the engine's
   * setting and on the stream's own bound.
   */
  readonly freshMsOf: (provider: string, isRate: boolean) => number;
  /** Tolerance of a price against the price that the sandbox held, in basis points. */
  readonly priceToleranceBps: number;
  /** Tolerance of a funding rate, in basis points of the position for each eight hours. */
  readonly rateToleranceBps: number;
};

const levels = new Set(['single_source', 'consensus', 'anchored']);
/** Maximum age of a datum in milliseconds, by its kind. */
const maxAgeMs = { price: 60_000, rate: 120_000 };
/** Slack in milliseconds. A provider whose times are whole seconds can date a new price before its change. */
const secondsSlackMs = 1_100;
const millisecondsSlackMs = 5;
/**
 * Venues whose rates have no time of their own. A block or a quote dates such a rate, and may arrive up to 10 seconds
 * after it.
 */
const datedByOthers: readonly unknown[] = ['dydx', 'hyperliquid'];
const datedByOthersSlackMs = 11_000;
/**
 * Slack in milliseconds for the rates of OKX. A venue's clock that is this far behind looks like a slow network, so a
 * rate may answer at that age.
 */
const clockBehindMs = 10_000;

/**
 * Judges every delivered answer, and every update that contributed to one. It reads the stored decisions of the
 * answers' traces.
 */
export async function judgeAnswers(
  deliveries: readonly Delivery[],
  database: pg.Pool,
  truth: Truth,
): Promise<Judgement> {
  const decisions = await until(
    () => decisionsOf(database, deliveries),
    (storedDecisions) => storedDecisions.size === deliveries.length,
    20_000,
  );
  const faults: string[] = [];
  const fromUpdates = new Map<string, number>();
  for (const delivery of deliveries) {
    const decision = decisions.get(delivery.traceId.slice(3)) as StoredDecision;
    const faultsOfAnswer = [
      ...faultsOfLabels(delivery, decision),
      ...faultsOfDatum(delivery.data, delivery.endedAtMs, maxAgeOf(delivery.data), secondsSlackMs, truth),
    ];
    for (const attempt of decision.attempts.filter(({ update, outcome }) => update !== null && outcome === 'ok')) {
      const name = `${attempt.provider} ${attempt.update?.path}`;
      fromUpdates.set(name, (fromUpdates.get(name) ?? 0) + 1);
      faultsOfAnswer.push(...faultsOfUpdate(attempt, truth));
    }
    faults.push(...faultsOfAnswer.map((fault) => `${delivery.traceId} ${fault}`));
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

/**
 * Returns the faults in what a delivered answer states about itself. The answer must state its level, source, origin
 * and time. The stored decision must have the same level, source and datum, and one of its attempts must have given
 * this datum.
 */
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

function isRate(data: Readonly<Record<string, unknown>>): boolean {
  return data['rate'] !== undefined;
}

function maxAgeOf(data: Readonly<Record<string, unknown>>): number {
  return isRate(data) ? maxAgeMs.rate : maxAgeMs.price;
}

/**
 * Returns the slack for a datum in milliseconds. A time without milliseconds gets the slack for whole seconds. One
 * update in a thousand has such a time by chance.
 */
function slackOf(data: Datum): number {
  return Date.parse(data['asOf'] ?? '') % 1_000 === 0 ? secondsSlackMs : millisecondsSlackMs;
}

function faultsOfUpdate(attempt: StoredAttempt, truth: Truth): readonly string[] {
  const { provider, update } = attempt;
  const data = JSON.parse(attempt.data_json) as Datum;
  const [receivedAtMs, takenAtMs] = [Number(attempt.received_at_ms), Number(update?.received_at_ms)];
  const isNamed =
    (update?.path === 'direct' || update?.path === 'shared') &&
    (update.id !== '' || isRate(data)) &&
    takenAtMs > 0 &&
    takenAtMs <= receivedAtMs &&
    Date.parse(data['asOf'] ?? '') === Number(attempt.source_at_ms);
  const faults = faultsOfDatum(data, receivedAtMs, truth.freshMsOf(provider, isRate(data)), slackOf(data), truth);
  return [...(isNamed ? [] : ['the update is not named']), ...faults].map((fault) => `${provider}: ${fault}`);
}

/**
 * Returns the faults of a price or a rate. The sandbox must have held the value at the time that the datum states. That
 * time must be recent.
 */
function faultsOfDatum(data: Datum, nowMs: number, maxMs: number, slackMs: number, truth: Truth): readonly string[] {
  const ageMs = nowMs - Date.parse(data['asOf'] ?? '');
  return [
    ...(ageMs <= maxMs && ageMs >= -secondsSlackMs ? [] : [`${ageMs} ms old`]),
    ...(isRate(data) ? faultsOfRate(data, slackMs, truth) : faultsOfPrice(data, slackMs, truth)),
  ];
}

function faultsOfPrice(data: Datum, slackMs: number, { prices, priceToleranceBps }: Truth): readonly string[] {
  const asOfMs = Date.parse(data['asOf'] ?? '');
  const symbol = (data['token'] ?? data['symbol'] ?? '').split('-')[0] ?? '';
  const price = Number(data['price']);
  const truths = prices.between(symbol, asOfMs - slackMs, asOfMs + slackMs);
  return truths.some((usd) => Math.abs(price - usd) * 10_000 <= priceToleranceBps * usd)
    ? []
    : [`${symbol} ${price} at ${data['asOf']}, not ${truths.join(' or ')}`];
}

/**
 * Returns the faults of a rate. Converted to eight hours, it must be a value that the sandbox held at the rate's time.
 * Its next payment must be in the future.
 */
function faultsOfRate(data: Datum, slackMs: number, { rates, rateToleranceBps }: Truth): readonly string[] {
  const { symbol = '', venue, asOf = '', nextFundingAt = '' } = data;
  const asOfMs = Date.parse(asOf);
  const perEightHours = (Number(data['rate']) * 8) / Number(data['intervalHours']);
  const beforeMs = datedByOthers.includes(venue) ? datedByOthersSlackMs : slackMs;
  const afterMs = venue === 'okx' ? clockBehindMs + slackMs : slackMs;
  const truths = rates.between(symbol, asOfMs - beforeMs, asOfMs + afterMs);
  const isRight = truths.some((rate) => Math.abs(perEightHours - rate) * 10_000 <= rateToleranceBps);
  return [
    ...(isRight ? [] : [`${symbol} ${perEightHours} per eight hours at ${asOf}, not ${truths.join(' or ')}`]),
    ...(Date.parse(nextFundingAt) > asOfMs ? [] : [`next payment at ${nextFundingAt}`]),
  ];
}
