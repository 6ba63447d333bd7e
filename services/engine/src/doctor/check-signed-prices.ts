import type { FetchProvider } from '@assay/providers/fetch';
import type { Clock } from '@assay/runtime/clock';
import type { Finding } from '@assay/diagnosis/finding';
import type { SignerSet } from '@assay/solana/signed-price/signer-sets';
import { signedPriceReader, type SignedPriceRead } from '../references/signed-price.ts';
import { createAccessDenials, liveDenialWaits } from '../sources/access-denials.ts';
import { attemptTimeoutMs } from '../sources/attempt.ts';
import type { Source } from '../sources/source.ts';
import { durationText, findingOf, type OutcomeCode } from './outcomes.ts';
import type { ReachHost } from './reach.ts';

/** The dependencies of the check of signed prices. */
export type SignedPricePorts = {
  /** The source of Pyth. Undefined when Pyth is not configured or has no key. */
  readonly pyth: Source | undefined;
  /** The sets of signers whose prices the engine accepts. */
  readonly believed: readonly SignerSet[];
  readonly fetch: FetchProvider;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly reach: ReachHost;
};

const name = 'pyth: signed price';
/** The check asks for the price of this token, because Pyth prices it in every set of feeds. */
const token = 'SOL';
/** Maximum age of a signed price that the reference accepts, in milliseconds. Pyth signs a price every second. */
const maxAgeMs = 60_000;

/**
 * Reads one signed price and checks its signatures. The reference of `token.price` does the same when no two nodes
 * confirm each other. Returns no finding if the engine does not ask Pyth, because the check of providers already
 * reports this. Never rejects.
 */
export async function checkSignedPrices(ports: SignedPricePorts): Promise<readonly Finding[]> {
  const { pyth, believed, fetch, clock, reach } = ports;
  // The provider may accept the key again by now, so the check ignores earlier refusals.
  const denials = createAccessDenials(liveDenialWaits, clock.monotonic);
  const reader =
    pyth === undefined
      ? undefined
      : signedPriceReader({ ...pyth, usage: { ...pyth.usage, denials } }, believed, fetch, clock);
  if (pyth === undefined || reader === undefined) {
    return [];
  }
  const [read, reached] = await Promise.all([
    reader.read(token, attemptTimeoutMs),
    reach(pyth.baseUrl, attemptTimeoutMs - 200),
  ]);
  return read === undefined ? [] : [findingOfRead(read, reached.connected, clock.now())];
}

function findingOfRead(read: SignedPriceRead, wasReachable: boolean, nowMs: number): Finding {
  if (read.result !== 'ok') {
    const outcome = !wasReachable && read.httpStatus === 0 ? 'unreachable' : codeOf(read);
    return findingOf('provider', name, outcome, read.detail, {});
  }
  const { signers, publishedAtSeconds } = read.price;
  const ageMs = nowMs - publishedAtSeconds * 1_000;
  const facts = { signers: `${signers.kind} ${signers.index}`, 'age of datum': durationText(ageMs) };
  return findingOf('provider', name, ageMs > maxAgeMs ? 'stale' : 'ok', '', facts);
}

function codeOf({ result, outcome }: Exclude<SignedPriceRead, { result: 'ok' }>): OutcomeCode {
  switch (result) {
    case 'access_denied':
      return 'key_refused';
    case 'over_budget':
      return 'over_budget';
    case 'no_answer':
      return outcome === 'timeout' ? 'slow' : outcome === 'malformed' ? 'unreadable' : 'unreachable';
    case 'http_error':
      return outcome === 'rate_limited' ? 'rate_limited' : 'server_error';
    case 'malformed':
      return 'unreadable';
    case 'unknown_sender':
    case 'unknown_signers':
    case 'wrong_time':
    case 'too_few_signatures':
    case 'wrong_signature':
    case 'not_signed':
      return 'not_believed';
  }
}
