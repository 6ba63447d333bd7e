import { pythFeeds } from '@assay/providers/providers/pyth/assets';
import type { FetchProvider } from '@assay/providers/fetch';
import { isPlausibleTime } from '@assay/catalog/plausible-time';
import { outcomeOf } from '@assay/solana/outcome';
import { verifySignedPrices } from '@assay/solana/signed-price/signed-prices';
import { wormholeGuardians } from '@assay/solana/signed-price/guardian-sets';
import type { GuardianSet } from '@assay/solana/signed-price/wormhole-vaa';
import { Big } from 'big.js';
import { z } from 'zod';
import type { Source } from '../sources/source.ts';

/** A price that a quorum of Wormhole's guardians signed, in US dollars. */
export type VerifiedPrice = {
  readonly price: string;
  readonly confidence: string;
  readonly publishedAtSeconds: number;
  /** The index of the guardian set that signed it. */
  readonly guardianSet: number;
};

/** Reads signed prices from Hermes. */
export type SignedPriceReader = {
  /** Cost of one read, in micro-credits. */
  readonly costMicros: bigint;
  /** Returns the newest verified price of a token. Undefined without an answer, a budget or a valid proof. Never rejects. */
  readonly read: (symbol: string, timeoutMs: number) => Promise<VerifiedPrice | undefined>;
};

/** Prices of Pyth have exponents from -12 to 0. An exponent of thousands makes a text of thousands of digits. */
const maxExponent = 18;
/** An update with its signatures and its proof has about two thousand hexadecimal digits. */
const maxUpdateLength = 65_536;

const update = z.object({
  binary: z.object({
    data: z.tuple([
      z
        .string()
        .max(maxUpdateLength)
        .regex(/^([0-9a-f]{2})+$/),
    ]),
  }),
});

/**
 * Returns the operator's guardians, else those of Wormhole. The sandbox signs with guardians of its own, so it has none
 * unless the operator names them.
 */
export function guardiansOf(config: {
  readonly ASSAY_PYTH_GUARDIANS: GuardianSet;
  readonly ASSAY_MODE: 'live' | 'sandbox';
}): GuardianSet {
  const given = config.ASSAY_PYTH_GUARDIANS;
  return given.addresses.length > 0 || config.ASSAY_MODE === 'sandbox' ? given : wormholeGuardians;
}

/**
 * Returns a reader that checks the guardians' signatures of each price itself. Undefined when the operator pinned no
 * guardian, or when the provider is not configured.
 * @param pyth the source of Pyth, whose request budget the reads share.
 */
export function signedPriceReader(
  pyth: Pick<Source, 'adapter' | 'baseUrl' | 'access' | 'usage'> | undefined,
  guardians: GuardianSet,
  fetch: FetchProvider,
): SignedPriceReader | undefined {
  if (pyth === undefined || guardians.addresses.length === 0) {
    return undefined;
  }
  const { baseUrl, access, usage } = pyth;
  return {
    costMicros: pyth.adapter.costMicros,
    read: async (symbol, timeoutMs) => {
      const feed = pythFeeds[symbol];
      if (feed === undefined || usage.denials.ofAll() !== undefined || !usage.budget.take()) {
        return undefined;
      }
      const path = `/v2/updates/price/latest?ids%5B%5D=${feed}&encoding=hex&parsed=false`;
      const fetched = await fetch(baseUrl, { path, headers: access.headers, maxBytes: 2 * maxUpdateLength }, timeoutMs);
      const body = fetched.kind === 'answered' && fetched.status === 200 ? update.safeParse(fetched.body) : undefined;
      return body?.success === true ? verified(body.data.binary.data[0], feed, guardians) : undefined;
    },
  };
}

function verified(hex: string, feedId: string, guardians: GuardianSet): VerifiedPrice | undefined {
  const prices = outcomeOf(() => verifySignedPrices(Buffer.from(hex, 'hex'), guardians));
  const found = prices.kind === 'value' ? prices.value.find((each) => each.feedId === feedId) : undefined;
  const isBounded =
    found !== undefined &&
    Math.abs(found.exponent) <= maxExponent &&
    isPlausibleTime(Number(found.publishedAtSeconds) * 1_000);
  if (!isBounded || found.price <= 0n) {
    return undefined;
  }
  const dollars = (amount: bigint): string => new Big(`${amount}e${found.exponent}`).toFixed();
  return {
    price: dollars(found.price),
    confidence: dollars(found.confidence),
    publishedAtSeconds: Number(found.publishedAtSeconds),
    guardianSet: guardians.index,
  };
}
