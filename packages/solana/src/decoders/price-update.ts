import type { AccountSnapshot } from '../account.ts';
import { byteReader, startsWith } from '../byte-reader.ts';
import { outcomeOf, ProblemError, type Outcome } from '../outcome.ts';
import { programs } from '../programs.ts';

/** A price as Pyth's receiver program posted it on the chain. */
export type PriceUpdate = {
  /** Whether every guardian signature that the bridge asks for was checked. */
  readonly fullyVerified: boolean;
  /** 32 bytes as hex. */
  readonly feedId: string;
  /** price = `mantissa` x 10^`exponent`; `confidence` has the same exponent. */
  readonly mantissa: bigint;
  readonly confidence: bigint;
  readonly exponent: number;
  readonly publishedAtSeconds: bigint;
  readonly postedSlot: bigint;
};

/** What a price has to satisfy before anything is checked against it. */
export type PriceRequirement = {
  readonly feedId: string;
  readonly nowSeconds: bigint;
  readonly maximumAgeSeconds: bigint;
  /** How far in the future the publisher's clock may seem to be. */
  readonly maximumLeadSeconds: bigint;
  /** The widest confidence interval that is let through, in basis points of the price. */
  readonly maximumConfidenceBps: bigint;
};

const discriminator = '22f123639d7ef4cd';
const accountLength = 134;
const verificationAt = 40;

/** Reads a PriceUpdateV2 account. Stops with `wrong_kind` for another owner or record, `malformed` for cut bytes. */
export function decodePriceUpdate(account: AccountSnapshot): PriceUpdate {
  if (account.owner !== programs.pythReceiver || !startsWith(account.data, discriminator)) {
    throw new ProblemError('wrong_kind', `${account.address} is no price account of Pyth's receiver program`);
  }
  const reader = byteReader(account.data, `price account ${account.address}`);
  if (reader.length !== accountLength) {
    reader.fail(`${reader.length} bytes are not its ${accountLength}`);
  }
  // A partial verification carries one byte more (how many signatures), which shifts everything after it.
  const fullyVerified = reader.flag(verificationAt);
  const at = verificationAt + (fullyVerified ? 1 : 2);
  const exponent = reader.i32(at + 48);
  if (exponent < -18 || exponent > 18) {
    reader.fail(`an exponent of ${exponent} cannot be`);
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
 * A price that may serve as a reference: fully verified, of the feed asked for, fresh and certain enough.
 * Gives the price as a decimal string, or the reason against it.
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
    if (!update.fullyVerified) {
      untrusted('it was verified in part only');
    }
    if (update.feedId !== requirement.feedId) {
      untrusted(`it is of feed ${update.feedId}`);
    }
    if (update.mantissa <= 0n) {
      untrusted('its price is not above zero');
    }
    const age = requirement.nowSeconds - update.publishedAtSeconds;
    if (age > requirement.maximumAgeSeconds || age < -requirement.maximumLeadSeconds) {
      untrusted(`it was published ${age} s ago`);
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

/** Writes `mantissa` x 10^`exponent` without losing a digit; trailing zeros after the point stay, as they were posted. */
function scaledDecimal(mantissa: bigint, exponent: number): string {
  if (exponent >= 0) {
    return (mantissa * 10n ** BigInt(exponent)).toString();
  }
  const digits = mantissa.toString().padStart(1 - exponent, '0');
  return `${digits.slice(0, exponent)}.${digits.slice(exponent)}`;
}
