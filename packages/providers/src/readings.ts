import { plainDecimal } from '@assay/catalog/decimals';
import { endTimeMs, isPlausibleTime } from '@assay/catalog/plausible-time';
import type { z } from 'zod';
import type { AskedPair } from './pairs.ts';
import type { QuestionParams, ProviderResponse, ProviderReading } from './define.ts';

/** Returns the reading of a response in another shape than documented. */
export function malformed(detail: string): ProviderReading {
  return { kind: 'malformed', detail };
}

/** Returns the reading of a response whose age it does not prove, or that shows itself to be old. */
export function stale(detail: string): ProviderReading {
  return { kind: 'stale', detail };
}

/** The reading of a response about an entity that the provider does not know. */
export const unknownEntity: ProviderReading = { kind: 'unknown_entity' };

const quotaWords = '(?:monthly|per month|daily|quota|credits?)';
const usedUpWords = '(?:exceeded|exhausted|reached|used up|depleted|insufficient|ran out)';
const usedUpQuota = new RegExp(
  `\\b${quotaWords}\\b.{0,60}\\b${usedUpWords}|\\b${usedUpWords}\\b.{0,60}\\b${quotaWords}`,
  'i',
);
const maxErrorDepth = 3;

/**
 * Whether an error says that a quota or a plan is used up. Providers answer 402, or 403 or 429 with such a text. A rate
 * limit ends by itself after seconds; a quota does not.
 */
export function isQuotaUsedUp({ status, body, text }: Pick<ProviderResponse, 'status' | 'body' | 'text'>): boolean {
  const mayBeQuota = status === 403 || status === 429;
  return status === 402 || (mayBeQuota && usedUpQuota.test([text ?? '', ...textsIn(body, maxErrorDepth)].join(' \n')));
}

function textsIn(value: unknown, depth: number): string[] {
  if (typeof value === 'string') {
    return [value];
  }
  return typeof value === 'object' && value !== null && depth > 0
    ? Object.values(value).flatMap((each) => textsIn(each, depth - 1))
    : [];
}

/**
 * Returns the reading of an HTTP error status; undefined for a success. Call it after the provider's own error codes.
 * Some exchanges answer 418 to a caller who ignored 429. A provider answers 402 when our plan or its quota is used up.
 */
export function statusFault(response: ProviderResponse): ProviderReading | undefined {
  const { status } = response;
  if (status >= 200 && status < 300) {
    return undefined;
  }
  if (isQuotaUsedUp(response)) {
    return { kind: 'exhausted', detail: `HTTP ${status}` };
  }
  if (isAccessDenied(status)) {
    return { kind: 'access_denied', detail: `HTTP ${status}` };
  }
  return { kind: status === 429 || status === 418 ? 'rate_limited' : 'http_error', detail: `HTTP ${status}` };
}

/**
 * Whether a provider refuses us as a caller: 401 and 403 for a key, a plan, an address or a region (RFC 9110), and 451 for
 * legal reasons (RFC 7725). Asking again soon changes nothing.
 */
export function isAccessDenied(status: number): boolean {
  return status === 401 || status === 403 || status === 451;
}

/**
 * Reads a body that matches a schema. A body of another shape is malformed, and the detail names the first wrong field.
 */
export function shaped<Body>(
  schema: z.ZodType<Body>,
  body: unknown,
  read: (body: Body) => ProviderReading,
): ProviderReading {
  const parsed = schema.safeParse(body);
  if (parsed.success) {
    return read(parsed.data);
  }
  const path = parsed.error.issues[0]?.path.join('.') ?? '';
  return malformed(path === '' ? 'not the documented body' : `no valid ${path}`);
}

/** Returns a text of digits as an exact number. Undefined for any other text, and beyond 2^53 - 1. */
export function wholeNumber(text: string): number | undefined {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : undefined;
}

/** Returns an ISO 8601 instant in milliseconds since the Unix epoch. Undefined for any other text. */
export function instantMs(text: string): number | undefined {
  const value = /^\d{4}-\d{2}-\d{2}T/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(value) ? undefined : value;
}

/** Returns a time in seconds, with or without a fraction, in milliseconds. Undefined for any other text. */
export function secondsMs(text: string): number | undefined {
  return /^\d{9,11}(\.\d{1,9})?$/.test(text) ? Math.floor(Number(text) * 1_000) : undefined;
}

function datum(data: Readonly<Record<string, unknown>>, at: number | undefined): ProviderReading {
  return at === undefined ? malformed('no valid time') : { kind: 'datum', data, sourceAtMs: at };
}

/**
 * Returns the reading of a price in the shape of the requested type. A price that is not above zero, or a missing
 * source time, is malformed.
 * @param literal the text of the price.
 * @param at the source's own time in milliseconds since the Unix epoch.
 */
export function priceReading(
  params: QuestionParams,
  pair: AskedPair,
  literal: string,
  at: number | undefined,
): ProviderReading {
  const price = plainDecimal(literal);
  if (price === undefined || price.startsWith('-') || !/[1-9]/.test(price)) {
    return malformed('no price above zero');
  }
  return datum(
    params['token'] === undefined
      ? { symbol: `${pair.base}-${pair.quote}`, price, currency: pair.quote }
      : { token: pair.base, price, currency: pair.quote },
    at,
  );
}

/** Venues pay every hour to every day. A longer interval is no interval, and a later payment is no next one. */
const maxIntervalHours = 168;
const hourMs = 3_600_000;
const maxUntilPaymentMs = maxIntervalHours * hourMs;
/** A rate can be dated a moment before the settlement that began its period. */
const timesApartMs = 300_000;

/** The payment of a perpetual contract. Undefined fields are those that an answer lacks. */
export type FundingPayment = {
  /** Share of the position paid per interval, as the text of its literal. */
  readonly rate: string;
  readonly intervalHours: number | undefined;
  readonly nextFundingAtMs: number | undefined;
};

/**
 * Returns the reading of a funding rate. An invalid rate, interval or next time is malformed. A next payment that is
 * already past shows an old answer. An interval that ends before the next payment is that of another period.
 */
export function fundingReading(
  params: QuestionParams,
  funding: FundingPayment,
  at: number | undefined,
): ProviderReading {
  const rate = plainDecimal(funding.rate);
  const { intervalHours, nextFundingAtMs } = funding;
  if (rate === undefined) {
    return malformed('no valid funding rate');
  }
  if (
    intervalHours === undefined ||
    !Number.isInteger(intervalHours) ||
    intervalHours < 1 ||
    intervalHours > maxIntervalHours
  ) {
    return malformed('no funding interval in whole hours');
  }
  if (nextFundingAtMs === undefined || nextFundingAtMs <= 0 || nextFundingAtMs >= endTimeMs) {
    return malformed('no next funding time');
  }
  if (at !== undefined && nextFundingAtMs < at) {
    return stale('its next payment is past');
  }
  if (at !== undefined && isPlausibleTime(at) && nextFundingAtMs - at > maxUntilPaymentMs) {
    return malformed('its next payment is more than a week away');
  }
  if (at !== undefined && nextFundingAtMs - at > intervalHours * hourMs + timesApartMs) {
    return stale('its next payment is further away than its interval, as around a change of the interval');
  }
  const { symbol, venue } = params;
  const nextFundingAt = new Date(nextFundingAtMs).toISOString();
  return datum({ symbol, venue, rate, intervalHours, nextFundingAt }, at);
}

/** An answer of a platform's counter that was made longer ago comes from a cache. */
const maxCounterAgeMs = 60_000;

/**
 * Returns the reading of a platform's own counter, in the shape that `data` returns. The platform counts when it is
 * asked, so the count is of the time at which the platform made the answer: `Date` minus `Age`. An answer without that
 * time, or from a cache, is stale. A count cannot be newer than its arrival, also where the platform's clock is ahead. A
 * count that is not a whole number is malformed.
 */
export function counterReading(
  { servedAtMs, receivedAtMs }: ProviderResponse,
  literal: string,
  data: (count: number) => Readonly<Record<string, unknown>>,
): ProviderReading {
  const count = wholeNumber(literal);
  if (count === undefined) {
    return malformed('no whole count');
  }
  if (servedAtMs === undefined) {
    return stale('the platform does not say when it answered');
  }
  return receivedAtMs - servedAtMs > maxCounterAgeMs
    ? stale(`a cache has held it for ${Math.round((receivedAtMs - servedAtMs) / 1_000)} seconds`)
    : datum(data(count), Math.min(servedAtMs, receivedAtMs));
}
