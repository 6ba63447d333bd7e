import { pythFeeds } from '@assay/providers/providers/pyth/assets';
import type { Fetched, FetchProvider } from '@assay/providers/fetch';
import { isPlausibleTime } from '@assay/catalog/plausible-time';
import type { Clock } from '@assay/runtime/clock';
import { ProblemError } from '@assay/solana/outcome';
import { SignatureRefusal, type RefusalCause } from '@assay/solana/signed-price/signature-refusal';
import { verifySignedPrices } from '@assay/solana/signed-price/signed-prices';
import type { SignerKind, SignerSet } from '@assay/solana/signed-price/signer-sets';
import { Big } from 'big.js';
import { z } from 'zod';
import { scopeOf } from '../sources/access-denials.ts';
import type { SourceOutcome } from '../sources/observe.ts';
import type { Source } from '../sources/source.ts';

/** A price in US dollars that a quorum of a pinned signer set signed. */
export type VerifiedPrice = {
  readonly price: string;
  readonly confidence: string;
  readonly publishedAtSeconds: number;
  /** The signer set that signed the price. */
  readonly signers: { readonly kind: SignerKind; readonly index: number };
};

/** The result of one read of a signed price. Metrics have one label per result. */
export type SignedPriceResult = 'ok' | 'no_answer' | 'access_denied' | 'http_error' | 'over_budget' | RefusalCause;

/** The result of one read. */
export type SignedPriceRead =
  | {
      readonly result: 'ok';
      readonly price: VerifiedPrice;
      /** When the request was sent and when its response arrived, in milliseconds since the Unix epoch. */
      readonly askedAtMs: number;
      readonly receivedAtMs: number;
      /**
       * Whether an earlier call sent the request. `askedAtMs` and `receivedAtMs` are then the times of that request.
       */
      readonly isShared: boolean;
    }
  | {
      readonly result: Exclude<SignedPriceResult, 'ok'>;
      /** The reason why there is no price, as the end of a sentence without host names. */
      readonly detail: string;
      readonly outcome: SourceOutcome;
      /** Whether a request was sent. A read without a request costs nothing. */
      readonly isAsked: boolean;
      /** The HTTP status of the response. Zero when no response was received. */
      readonly httpStatus: number;
    };

/** A read whose price was verified. */
export type VerifiedRead = Extract<SignedPriceRead, { readonly result: 'ok' }>;

/** Reads signed prices from Hermes. */
export type SignedPriceReader = {
  /** The name of the source, as decisions show it. */
  readonly name: string;
  /** Cost of one request, in micro-credits. */
  readonly costMicros: bigint;
  /**
   * Returns the newest verified price of a token, or the reason why there is none. The price can come from a request
   * that an earlier call started at most `sharedForMs` ago. So each caller must check the price's age at its own time.
   * Returns undefined for a token without a feed. Never rejects.
   */
  readonly read: (token: string, timeoutMs: number) => Promise<SignedPriceRead | undefined>;
};

/**
 * Milliseconds for which calls share one verified price. Pyth publishes a price about every 400 ms, so a new request
 * would mostly get the same price again.
 */
const sharedForMs = 400;
/**
 * Maximum absolute exponent of a price. Prices of Pyth have exponents from -12 to 0. An exponent of some thousands
 * would make the price a text of thousands of digits.
 */
const maxExponent = 18;
/**
 * Maximum length of an update, in hexadecimal digits. An update with its signatures and its proof has about two
 * thousand.
 */
const maxUpdateLength = 65_536;
/**
 * Maximum number of updates that the reader checks in one response, because checking signatures takes CPU time. A
 * response about one feed normally contains one update.
 */
const maxUpdates = 8;

const answer = z.object({ binary: z.object({ data: z.array(z.unknown()) }) });
const update = z
  .string()
  .max(maxUpdateLength)
  .regex(/^([0-9a-f]{2})+$/);

/**
 * Returns a reader that checks the signatures of each price itself. Returns undefined when no signer set is pinned, or
 * when the provider is not configured.
 * @param pyth the source of Pyth. Reads of signed prices share its request budget.
 * @param onResult receives the result of each read, except of a read that reuses an earlier result.
 */
export function signedPriceReader(
  pyth: Pick<Source, 'adapter' | 'baseUrl' | 'access' | 'name' | 'usage'> | undefined,
  believed: readonly SignerSet[],
  fetch: FetchProvider,
  clock: Pick<Clock, 'now' | 'monotonic'>,
  onResult: (result: SignedPriceResult, detail: string) => void = () => undefined,
): SignedPriceReader | undefined {
  if (pyth === undefined || believed.length === 0) {
    return undefined;
  }
  const { baseUrl, access, usage } = pyth;
  const ask = async (feed: string, timeoutMs: number): Promise<SignedPriceRead> => {
    const question = `signed price of ${feed}`;
    const denial = usage.denials.of(question);
    if (denial !== undefined) {
      return notAsked('access_denied', denial.detail);
    }
    if (!usage.budget.take()) {
      return notAsked('over_budget', 'the rate limit of Pyth left no request');
    }
    const path = `/v2/updates/price/latest?ids%5B%5D=${feed}&encoding=hex&parsed=false`;
    const askedAtMs = clock.now();
    const fetched = await fetch(baseUrl, { path, headers: access.headers, maxBytes: 4 * maxUpdateLength }, timeoutMs);
    const read = readAnswer(fetched, feed, believed, { askedAtMs, receivedAtMs: clock.now() });
    if (read.result === 'access_denied') {
      usage.denials.deny(question, read.detail, scopeOf(read.httpStatus));
    } else if (read.result === 'ok') {
      usage.denials.allow(question);
    }
    return read;
  };
  /** The latest verified price of each feed. */
  const verifiedReads = new Map<string, { readonly startedAtMs: number; readonly read: VerifiedRead }>();
  return {
    name: `${pyth.name}:signed-price`,
    costMicros: pyth.adapter.costMicros,
    read: async (token, timeoutMs) => {
      const feed = pythFeeds[token];
      if (feed === undefined) {
        return undefined;
      }
      const startedAtMs = clock.monotonic();
      const last = verifiedReads.get(feed);
      if (last !== undefined && startedAtMs - last.startedAtMs <= sharedForMs) {
        return { ...last.read, isShared: true };
      }
      const read = await ask(feed, timeoutMs);
      if (read.result === 'ok') {
        verifiedReads.set(feed, { startedAtMs, read });
      }
      onResult(read.result, read.result === 'ok' ? '' : read.detail);
      return read;
    },
  };
}

/** Returns the result of a read that sent no request, and therefore costs nothing. */
function notAsked(result: 'access_denied' | 'over_budget', detail: string): SignedPriceRead {
  return { result, outcome: result, detail, isAsked: false, httpStatus: 0 };
}

type RequestTimes = Pick<VerifiedRead, 'askedAtMs' | 'receivedAtMs'>;

function readAnswer(
  fetched: Fetched,
  feed: string,
  believed: readonly SignerSet[],
  times: RequestTimes,
): SignedPriceRead {
  if (fetched.kind !== 'answered') {
    return { result: 'no_answer', outcome: fetched.kind, detail: fetched.detail, isAsked: true, httpStatus: 0 };
  }
  const { status: httpStatus } = fetched;
  const isAsked = true;
  if (httpStatus === 401 || httpStatus === 403) {
    const detail = `Pyth refused Assay's key or address (HTTP ${httpStatus})`;
    return { result: 'access_denied', outcome: 'access_denied', detail, isAsked, httpStatus };
  }
  if (httpStatus !== 200) {
    const outcome = httpStatus === 429 ? 'rate_limited' : 'http_error';
    const detail = httpStatus === 429 ? 'Pyth limits our requests (HTTP 429)' : `Pyth answered with HTTP ${httpStatus}`;
    return { result: 'http_error', outcome, detail, isAsked, httpStatus };
  }
  const body = answer.safeParse(fetched.body);
  const updates = body.success ? body.data.binary.data.slice(0, maxUpdates) : [];
  const reads = updates.flatMap((each) => {
    const hex = update.safeParse(each);
    return hex.success ? [readUpdate(hex.data, feed, believed, times)] : [];
  });
  return bestOf(reads) ?? malformed('the answer holds no signed update');
}

/**
 * Returns the newest verified price. If no price is verified, returns the most informative read: one with a refused
 * signature, or else the first read. Returns undefined when there is no read. An unverified update never replaces a
 * verified one.
 */
function bestOf(reads: readonly SignedPriceRead[]): SignedPriceRead | undefined {
  const verifiedReads = reads.flatMap((read) => (read.result === 'ok' ? [read] : []));
  const [newest] = verifiedReads.toSorted((a, b) => b.price.publishedAtSeconds - a.price.publishedAtSeconds);
  return newest ?? reads.find(({ result }) => result !== 'malformed') ?? reads[0];
}

function readUpdate(hex: string, feed: string, believed: readonly SignerSet[], times: RequestTimes): SignedPriceRead {
  try {
    return verified(hex, feed, believed, times);
  } catch (error) {
    if (error instanceof SignatureRefusal) {
      return {
        result: error.refusal,
        outcome: 'malformed',
        detail: error.message,
        isAsked: true,
        httpStatus: 200,
      };
    }
    if (error instanceof ProblemError) {
      return malformed(error.message);
    }
    throw error;
  }
}

function verified(hex: string, feedId: string, believed: readonly SignerSet[], times: RequestTimes): SignedPriceRead {
  const { prices, signers } = verifySignedPrices(Buffer.from(hex, 'hex'), believed);
  const priceOfFeed = prices.find((each) => each.feedId === feedId);
  if (priceOfFeed === undefined) {
    return malformed('the update holds no price of the feed that was asked for');
  }
  const isBounded =
    Math.abs(priceOfFeed.exponent) <= maxExponent && isPlausibleTime(Number(priceOfFeed.publishedAtSeconds) * 1_000);
  if (!isBounded || priceOfFeed.price <= 0n) {
    return malformed('its price, its exponent or its time is impossible');
  }
  const dollars = (amount: bigint): string => new Big(`${amount}e${priceOfFeed.exponent}`).toFixed();
  return {
    result: 'ok',
    ...times,
    isShared: false,
    price: {
      price: dollars(priceOfFeed.price),
      confidence: dollars(priceOfFeed.confidence),
      publishedAtSeconds: Number(priceOfFeed.publishedAtSeconds),
      signers: { kind: signers.kind, index: signers.index },
    },
  };
}

function malformed(detail: string): SignedPriceRead {
  return { result: 'malformed', outcome: 'malformed', detail, isAsked: true, httpStatus: 200 };
}
