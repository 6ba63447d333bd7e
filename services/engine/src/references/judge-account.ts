import { isPlausibleTime } from '@assay/catalog/plausible-time';
import { pythFeeds } from '@assay/providers/providers/pyth/assets';
import { readClockSysvar } from '@assay/solana/decoders/clock-sysvar';
import { decodePriceUpdate, trustedPrice } from '@assay/solana/decoders/price-update';
import type { AccountSnapshot } from '@assay/solana/account';
import { outcomeOf } from '@assay/solana/outcome';
import type { AccountsRead } from '../onchain/nodes/read-accounts.ts';
import type { ReferenceReading } from '../verification/reference.ts';
import { maxAccountAgeSeconds, type PriceAccount } from './pyth-accounts.ts';

/** The price in a node's response, and whether it can be used. */
export type JudgedRead = Omit<ReferenceReading, 'provider' | 'askedAtMs' | 'costMicros'>;

/** Maximum number of seconds that the chain's clock, or a price's time of publication, may be ahead of our clock. */
export const maxLeadSeconds = 10n;
/** Maximum width of the confidence interval, in basis points of the price. */
export const maxConfidenceBps = 50n;

type JudgedAccount = Pick<JudgedRead, 'outcome' | 'detail' | 'estimate' | 'sourceAtMs' | 'dataJson'>;

/**
 * Returns the price in a node's response, from the newest of the token's accounts. To compute the price's age, it uses
 * the chain's clock or ours, whichever is later. So a node whose clock stopped cannot make a price look fresh. A chain
 * clock that is too far ahead of ours is ignored.
 * @param nowMs milliseconds since the Unix epoch.
 */
export function judgeRead(
  token: string,
  accounts: readonly PriceAccount[],
  read: AccountsRead,
  nowMs: number,
): JudgedRead {
  const common = { receivedAtMs: nowMs, dataJson: '', httpStatus: read.kind === 'failed' ? read.httpStatus : 200 };
  if (read.kind === 'failed') {
    return { ...common, outcome: read.outcome, detail: `no node of the chain could be read: ${read.detail}` };
  }
  const chainClock = outcomeOf(() => readClockSysvar(read.snapshot));
  const chainSeconds = chainClock.kind === 'value' ? chainClock.value.unixSeconds : 0n;
  const ownSeconds = BigInt(Math.floor(nowMs / 1_000));
  const nowSeconds =
    chainSeconds > ownSeconds + maxLeadSeconds || chainSeconds < ownSeconds ? ownSeconds : chainSeconds;
  const judged = accounts.flatMap(({ address, receiver }) => {
    const account = read.snapshot.accounts.get(address) ?? null;
    return account === null ? [] : [judgeAccount(token, account, receiver, nowSeconds)];
  });
  const best = judged.toSorted(byUse)[0];
  return best === undefined
    ? { ...common, outcome: 'unknown_entity', detail: `there is no price account of ${token} on chain` }
    : { ...common, ...best };
}

/** Sorts usable accounts before unusable ones, and fresher accounts before older ones. */
function byUse(a: JudgedAccount, b: JudgedAccount): number {
  return (
    Number(b.estimate !== undefined) - Number(a.estimate !== undefined) || (b.sourceAtMs ?? 0) - (a.sourceAtMs ?? 0)
  );
}

function judgeAccount(token: string, account: AccountSnapshot, receiver: string, nowSeconds: bigint): JudgedAccount {
  const trusted = trustedPrice(account, {
    receiver,
    feedId: pythFeeds[token] ?? '',
    nowSeconds,
    maximumAgeSeconds: maxAccountAgeSeconds,
    maximumLeadSeconds: maxLeadSeconds,
    maximumConfidenceBps: maxConfidenceBps,
  });
  if (trusted.kind === 'value') {
    const { price, confidence, publishedAtSeconds } = trusted.value;
    return {
      outcome: 'ok',
      detail: '',
      estimate: { value: price, confidence, movementBps: 0 },
      sourceAtMs: Number(publishedAtSeconds) * 1_000,
      dataJson: JSON.stringify({ token, price, confidence, account: account.address, slot: account.slot }),
    };
  }
  const update = outcomeOf(() => decodePriceUpdate(account));
  if (update.kind === 'value') {
    const publishedAtMs = Number(update.value.publishedAtSeconds) * 1_000;
    const sourceAtMs = isPlausibleTime(publishedAtMs) ? { sourceAtMs: publishedAtMs } : {};
    const age = nowSeconds - update.value.publishedAtSeconds;
    if (age > maxAccountAgeSeconds) {
      return { outcome: 'stale', detail: `the price account on chain is ${age} s old`, ...sourceAtMs, dataJson: '' };
    }
    return { outcome: 'malformed', detail: trusted.problem.message, ...sourceAtMs, dataJson: '' };
  }
  return { outcome: 'malformed', detail: trusted.problem.message, dataJson: '' };
}
