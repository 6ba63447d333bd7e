import { plainDecimal } from '@assay/catalog/decimals';
import type { z } from 'zod';
import type { AskedPair } from './pairs.ts';
import type { QuestionParams, ProviderResponse, ProviderReading } from './define.ts';

/** A reading that says that the answer is not what the provider documents. */
export function malformed(detail: string): ProviderReading {
  return { kind: 'malformed', detail };
}

/** The reading of an answer about something that the provider does not know. */
export const unknownEntity: ProviderReading = { kind: 'unknown_entity' };

/**
 * What an HTTP status alone says about an answer, after the provider's own error codes were looked at; undefined for
 * success. 418 is how some exchanges go on refusing a caller who ignored 429.
 */
export function statusFault({ status }: ProviderResponse): ProviderReading | undefined {
  if (status >= 200 && status < 300) {
    return undefined;
  }
  return { kind: status === 429 || status === 418 ? 'rate_limited' : 'http_error', detail: `HTTP ${status}` };
}

/** Checks a body against a schema and reads it; a body of another shape is malformed, and the first field is named. */
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

/** Digits alone as an exact number; undefined for anything else, or what a number cannot hold exactly. */
export function wholeNumber(text: string): number | undefined {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : undefined;
}

/** An ISO 8601 instant in milliseconds since the Unix epoch; undefined for what is none. */
export function instantMs(text: string): number | undefined {
  const value = /^\d{4}-\d{2}-\d{2}T/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(value) ? undefined : value;
}

/** When a source says that it measured: its own time, or `'none'` where its answers carry none. */
export type SourceTime = number | undefined | 'none';

function datum(data: Readonly<Record<string, unknown>>, at: SourceTime): ProviderReading {
  if (at === undefined) {
    return malformed('no valid time');
  }
  return at === 'none' ? { kind: 'datum', data } : { kind: 'datum', data, sourceAtMs: at };
}

/**
 * The reading of a price, in the shape of the type that was asked for. A price that is not a number above zero, or a
 * source time that should be there and is not, is malformed.
 * @param literal the price as it stood in the text.
 */
export function priceReading(
  params: QuestionParams,
  pair: AskedPair,
  literal: string,
  at: SourceTime,
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

/** The reading of a funding rate. A rate, an interval or a next time that is not valid makes it malformed. */
export function fundingReading(
  params: QuestionParams,
  funding: {
    /** Share of the position paid per interval, as it stood in the text. */
    readonly rate: string;
    readonly intervalHours: number | undefined;
    readonly nextFundingAtMs: number | undefined;
  },
  at: SourceTime,
): ProviderReading {
  const rate = plainDecimal(funding.rate);
  const { intervalHours, nextFundingAtMs } = funding;
  if (rate === undefined) {
    return malformed('no valid funding rate');
  }
  if (intervalHours === undefined || !Number.isInteger(intervalHours) || intervalHours < 1) {
    return malformed('no funding interval in whole hours');
  }
  if (nextFundingAtMs === undefined || nextFundingAtMs <= 0) {
    return malformed('no next funding time');
  }
  const { symbol, venue } = params;
  const nextFundingAt = new Date(nextFundingAtMs).toISOString();
  return datum({ symbol, venue, rate, intervalHours, nextFundingAt }, at);
}

/** The reading of a count, in the shape `data` gives it. A count that is no whole number is malformed. */
export function countReading(
  literal: string,
  data: (count: number) => Readonly<Record<string, unknown>>,
): ProviderReading {
  const count = wholeNumber(literal);
  return count === undefined ? malformed('no whole count') : datum(data(count), 'none');
}
