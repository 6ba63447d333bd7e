import type { AccountSnapshot } from '../account.ts';
import { byteReader, bytesStartWith } from '../byte-reader.ts';
import { outcomeOf, ProblemError, type Outcome } from '../outcome.ts';
import { programs } from '../programs.ts';

/** A price that one of Pyth's receiver programs posted on chain. */
export type PriceUpdate = {
  /** Whether the program verified the full number of signatures. */
  readonly fullyVerified: boolean;
  /** The feed's id: 32 bytes as hex. */
  readonly feedId: string;
  /** The price as a decimal: it is `mantissa` x 10^`exponent`. `confidence` has the same exponent. */
  readonly mantissa: bigint;
  readonly confidence: bigint;
  readonly exponent: number;
  readonly publishedAtSeconds: bigint;
  readonly postedSlot: bigint;
};

/** The conditions that a price must meet to serve as a reference. */
export type PriceRequirement = {
  /** The receiver program that must own the account. */
  readonly receiver: string;
  readonly feedId: string;
  readonly nowSeconds: bigint;
  readonly maximumAgeSeconds: bigint;
  /**
   * Maximum number of seconds by which the price may be dated after `nowSeconds`. The clock of a publisher can be
   * ahead.
   */
  readonly maximumLeadSeconds: bigint;
  /** Maximum confidence interval, in basis points of the price. */
  readonly maximumConfidenceBps: bigint;
};

const receivers: readonly string[] = [programs.pythReceiver, programs.pythUpgradedReceiver];
const discriminator = '22f123639d7ef4cd';
const accountLength = 134;
const verificationAt = 40;

/**
 * Decodes a PriceUpdateV2 account. Throws ProblemError: `wrong_kind` for another owner or discriminator, `malformed`
 * for another length.
 */
export function decodePriceUpdate(account: AccountSnapshot): PriceUpdate {
  if (!receivers.includes(account.owner) || !bytesStartWith(account.data, discriminator)) {
    throw new ProblemError('wrong_kind', `${account.address} is not a price account of a receiver program of Pyth's`);
  }
  const reader = byteReader(account.data, `price account ${account.address}`);
  if (reader.length !== accountLength) {
    reader.fail(`it has ${reader.length} bytes, and a price account has ${accountLength}`);
  }
  // A partially verified price has one more byte, with the number of signatures. It shifts all later fields.
  const fullyVerified = reader.flag(verificationAt);
  const at = verificationAt + (fullyVerified ? 1 : 2);
  const exponent = reader.i32(at + 48);
  if (exponent < -18 || exponent > 18) {
    reader.fail(`an exponent of ${exponent} is impossible`);
  }
  return {
    fullyVerified,
    feedId: Buffer.from(reader.bytes(at, 32)).toString('hex'),
    mantissa: reader.i64(at + 32),
    confidence: reader.u64(at + 40),
    exponent,
    publishedAtSeconds: reader.i64(at + 52),
    postedSlot: reader.u64(at + 84),
  };
}

/**
 * Returns an account's price as decimal strings, if the price is fully verified, of the right feed, fresh and precise
 * enough. Otherwise the result is a problem with the reason.
 */
export function trustedPrice(
  account: AccountSnapshot,
  requirement: PriceRequirement,
): Outcome<{ readonly price: string; readonly confidence: string; readonly publishedAtSeconds: bigint }> {
  return outcomeOf(() => {
    const update = decodePriceUpdate(account);
    const untrusted = (why: string): never => {
      throw new ProblemError('untrusted_price', `price account ${account.address}: ${why}`);
    };
    if (account.owner !== requirement.receiver) {
      untrusted(`its owner is ${account.owner}, not ${requirement.receiver}`);
    }
    if (!update.fullyVerified) {
      untrusted('it was only partially verified');
    }
    if (update.feedId !== requirement.feedId) {
      untrusted(`its feed is ${update.feedId}, not ${requirement.feedId}`);
    }
    if (update.mantissa <= 0n) {
      untrusted('its price is not above zero');
    }
    const age = requirement.nowSeconds - update.publishedAtSeconds;
    if (age > requirement.maximumAgeSeconds) {
      untrusted(`it was published ${age} s ago, and its maximum age is ${requirement.maximumAgeSeconds} s`);
    }
    if (age < -requirement.maximumLeadSeconds) {
      untrusted(`it is dated ${-age} s in the future`);
    }
    if (update.confidence * 10_000n > update.mantissa * requirement.maximumConfidenceBps) {
      untrusted(`its confidence interval is wider than ${requirement.maximumConfidenceBps} basis points`);
    }
    return {
      price: scaledDecimal(update.mantissa, update.exponent),
      confidence: scaledDecimal(update.confidence, update.exponent),
      publishedAtSeconds: update.publishedAtSeconds,
    };
  });
}

/** Returns `mantissa` x 10^`exponent` as an exact decimal string. It keeps trailing zeros of the posted price. */
function scaledDecimal(mantissa: bigint, exponent: number): string {
  if (exponent >= 0) {
    return (mantissa * 10n ** BigInt(exponent)).toString();
  }
  const digits = mantissa.toString().padStart(1 - exponent, '0');
  return `${digits.slice(0, exponent)}.${digits.slice(exponent)}`;
}
