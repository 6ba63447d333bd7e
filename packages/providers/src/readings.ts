import { plainDecimal } from '@assay/catalog/decimals';
import { endTimeMs, isPlausibleTime } from '@assay/catalog/plausible-time';
import type { z } from 'zod';
import type { AskedPair } from './pairs.ts';
import type { QuestionParams, ProviderResponse, ProviderReading } from './define.ts';

/** Returns the reading of a response whose form is not the documented one. */
export function malformed(detail: string): ProviderReading {
  return { kind: 'malformed', detail };
}

/** Returns the reading of a response whose data is too old, or whose age cannot be determined. */
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
 * Returns whether an error says that a quota or a plan is used up. The status is then 402, or it is 403 or 429 and the
 * text says so. The distinction matters because a rate limit ends after seconds and a quota does not.
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
 * Returns the reading of an HTTP error status; undefined for a success. Call it after checking the provider's own error
 * codes. Some exchanges send 418 to a caller who ignored 429. A 402 means that the operator's plan or quota is used up.
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
 * Returns whether a status means that the provider denies access. 401 and 403 deny it because of a key, a plan, an IP
 * address or a region (RFC 9110), and 451 for legal reasons (RFC 7725). Sending the request again soon does not help.
 */
export function isAccessDenied(status: number): boolean {
  return status === 401 || status === 403 || status === 451;
}

/**
 * Reads a body that matches a schema. A body of another form is malformed, and the detail names the first wrong field.
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

/**
 * Returns the whole number that a text of digits denotes. Undefined for any other text, and for numbers above 2^53 - 1.
 */
export function wholeNumber(text: string): number | undefined {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : undefined;
}

/** Converts an ISO 8601 instant to milliseconds since the Unix epoch. Returns undefined for any other text. */
export function instantMs(text: string): number | undefined {
  const value = /^\d{4}-\d{2}-\d{2}T/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(value) ? undefined : value;
}

/** Converts a time in seconds, with or without a fraction, to milliseconds. Returns undefined for any other text. */
export function secondsMs(text: string): number | undefined {
  return /^\d{9,11}(\.\d{1,9})?$/.test(text) ? Math.floor(Number(text) * 1_000) : undefined;
}

function datum(data: Readonly<Record<string, unknown>>, at: number | undefined): ProviderReading {
  return at === undefined ? malformed('no valid time') : { kind: 'datum', data, sourceAtMs: at };
}

/**
 * Returns the reading of a price in the form of the requested type. The reading is malformed when the price is not
 * above zero or the source time is missing.
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

/**
 * Maximum interval between payments, in hours. Venues pay at least daily, so a longer interval or a later payment is an
 * error of the source.
 */
const maxIntervalHours = 168;
const hourMs = 3_600_000;
const maxUntilPaymentMs = maxIntervalHours * hourMs;
/**
 * Tolerance in milliseconds: a rate may have a time that is at most this long before the settlement at which its period
 * began.
 */
const timesApartMs = 300_000;

/** The payment of a perpetual contract's funding. A field is undefined when the answer lacks it. */
export type FundingPayment = {
  /** Share of the position paid per interval, as the text of its literal. */
  readonly rate: string;
  readonly intervalHours: number | undefined;
  readonly nextFundingAtMs: number | undefined;
};

/**
 * Returns the reading of a funding rate. An invalid rate, interval or next payment time makes it malformed. A next
 * payment in the past means that the answer is stale. The answer is also stale when the interval would end before the
 * next payment, because rate and interval then belong to different periods.
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

/** Maximum age of an answer with a counter's value, in milliseconds. An older answer comes from a cache. */
const maxCounterAgeMs = 60_000;

/**
 * Returns the reading of a platform's own counter, in the form that `data` returns. The platform counts when it
 * answers, so the count's time is `Date` minus `Age` of the answer. An answer without that time, or from a cache, is
 * stale. The platform's clock may be ahead, so the count's time is never after the time of arrival. A count that is not
 * a whole number is malformed.
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
