import { Big } from 'big.js';
import { maxConfidenceBps, maxLeadSeconds } from './judge-account.ts';
import type { SignedPriceRead, SignedPriceReader, VerifiedPrice, VerifiedRead } from './signed-price.ts';
import type { ReferenceReading } from '../verification/reference.ts';

/** Maximum age, in seconds, of a signed price that serves as the reference. Pyth signs a price every second. */
const maxSignedAgeSeconds = 60;

/** The result of reading a signed price, judged for one call. `askedAtMs` is absent when no request was sent. */
export type JudgedSignedPrice = Omit<ReferenceReading, 'askedAtMs'> & { readonly askedAtMs?: number };

/**
 * Judges the read of a signed price for one call. The result has an estimate if, at the time of the call, the price
 * meets the same conditions as a price account. Several calls can share a read, so each call judges it at its own time.
 * @param nowMs the call's time, in milliseconds since the Unix epoch.
 * @param plausibleBps returns how far the price can have moved in a number of milliseconds, in whole basis points.
 */
export function judgeSignedPrice(
  token: string,
  read: SignedPriceRead,
  { name, costMicros }: Pick<SignedPriceReader, 'name' | 'costMicros'>,
  nowMs: number,
  plausibleBps: (elapsedMs: number) => number,
): JudgedSignedPrice {
  const common = { provider: name, description: 'the signed price of Pyth', dataJson: '' };
  if (read.result !== 'ok') {
    const { outcome, httpStatus } = read;
    const detail = `the signed price of Pyth ${refusalWords(read)}: ${read.detail}`;
    const cost = read.isAsked ? costMicros : 0n;
    return { ...common, receivedAtMs: nowMs, costMicros: cost, outcome, httpStatus, detail };
  }
  const { price, confidence, publishedAtSeconds, signers } = read.price;
  const sourceAtMs = publishedAtSeconds * 1_000;
  const asked = { ...common, ...timesOf(read), costMicros, httpStatus: 200, sourceAtMs };
  const unfit = unfitReason(read.price, nowMs);
  if (unfit !== undefined) {
    return { ...asked, ...unfit };
  }
  const dataJson = JSON.stringify({ token, price, confidence, signers: `${signers.kind} ${signers.index}` });
  const estimate = { value: price, confidence, movementBps: plausibleBps(nowMs - sourceAtMs) };
  return { ...asked, outcome: 'ok', detail: '', estimate, dataJson };
}

function timesOf({
  askedAtMs,
  receivedAtMs,
  isShared,
}: VerifiedRead): Pick<JudgedSignedPrice, 'askedAtMs' | 'receivedAtMs' | 'coalesced'> {
  return { askedAtMs, receivedAtMs, ...(isShared ? { coalesced: true } : {}) };
}

/**
 * Returns the failure of reading a signed price as the verb of a sentence, such as "could not be read". The caller adds
 * the cause.
 */
function refusalWords({ result, isAsked }: Exclude<SignedPriceRead, VerifiedRead>): string {
  if (!isAsked) {
    return 'was not asked for';
  }
  const isUnread = result === 'no_answer' || result === 'access_denied' || result === 'http_error';
  return isUnread ? 'could not be read' : 'was not accepted';
}

/** Returns why a verified price cannot serve as the reference at a time. Returns undefined when it can. */
function unfitReason(
  { price, confidence, publishedAtSeconds }: VerifiedPrice,
  nowMs: number,
): Pick<JudgedSignedPrice, 'outcome' | 'detail'> | undefined {
  const ageSeconds = Math.floor(nowMs / 1_000) - publishedAtSeconds;
  if (ageSeconds > maxSignedAgeSeconds) {
    return { outcome: 'stale', detail: `the signed price of Pyth is ${ageSeconds} s old` };
  }
  if (ageSeconds < -Number(maxLeadSeconds)) {
    return { outcome: 'malformed', detail: `the signed price of Pyth is dated ${-ageSeconds} s in the future` };
  }
  return new Big(confidence).times(10_000).gt(new Big(price).times(maxConfidenceBps.toString()))
    ? {
        outcome: 'malformed',
        detail: `the signed price of Pyth is uncertain by more than ${maxConfidenceBps} basis points`,
      }
    : undefined;
}
