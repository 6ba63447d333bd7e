import { createAccount, type TestAccount } from '@assay/stack/testing/accounts';
import { readChainFixtures, type ChainFixtures, type SandboxPool } from './chain-fixtures.ts';
import { nodesMeasuredWithinMs } from './nodes.ts';
import { openAccountOverrides, openProviderFaults, walletOf, type ProviderFaults } from './sandbox-control.ts';
import { send, until, type HttpAnswer, type System } from './system.ts';

/** Both kinds of pools, each with the name of an ordinary pool in the fixtures. */
export const poolKinds = [
  ['cpmm', 'cpmm'],
  ['damm_v2', 'dammV2'],
] as const;

/** A policy that allows every price impact and every risk. */
export const lenientPolicy = { maxPriceImpactBps: 10_000, maxRiskScore: 100 };

/** A reason or a caveat of a gate decision. */
export type ReasonOrCaveat = { readonly code: string; readonly message: string };

/** The fields of one part of a gate decision that tests read. A part is the quote or the risk report. */
export type GatePart = {
  readonly status: string;
  readonly data?: { readonly slot: number; readonly priceImpactBps: number; readonly overallRisk: number };
  readonly debitedCredits: number;
};

/** The fields of a gate's response that tests read. */
export type GateAnswer = {
  readonly decision: string;
  readonly reasons: readonly ReasonOrCaveat[];
  readonly caveats: readonly ReasonOrCaveat[];
  readonly checkedMint: string | null;
  readonly quote: GatePart;
  readonly risk: GatePart | null;
  readonly debitedCredits: number;
  readonly traceId: string;
};

/** The trade of a gate request. */
export type TradeBody = Readonly<Record<string, string>>;

/** The gate of a running system. It has an account, and the fixtures of the sandbox's chain. */
export type GateScene = {
  readonly account: TestAccount;
  readonly fixtures: ChainFixtures;
  readonly gate: (body: object, key?: string) => Promise<HttpAnswer>;
  /**
   * Asks the gate for a decision. Rejects when the response is not a decision, or when it does not repeat the policy.
   */
  readonly decide: (trade: object, policy: object, key?: string) => Promise<GateAnswer>;
  /**
   * Returns the highest level that each of the two parts can reach now. A part that the catalog does not list is left
   * out.
   */
  readonly levels: () => Promise<string[]>;
  /** Sets the state of nodes. It stays until `restore`. */
  readonly inject: ProviderFaults['inject'];
  /** Removes an account from the chain until `restore`. */
  readonly removeAccount: (address: string) => Promise<void>;
  /** Restores all accounts and nodes. Resolves when both parts can reach the level anchored again. */
  readonly restore: () => Promise<void>;
};

const parts = ['chain.swap_quote', 'chain.token_risk'];

/** Creates an account, reads the fixtures, and waits until both parts can reach the level anchored. */
export async function openGate(system: System): Promise<GateScene> {
  const url = system.gatewayUrl;
  const account = await createAccount(system);
  const fixtures = await readChainFixtures(system);
  const faults = openProviderFaults(system);
  const overrides = openAccountOverrides(system);
  const gate: GateScene['gate'] = (body, key = account.key) => send(`${url}/v1/gate`, { key, body });
  const levels = async (): Promise<string[]> => {
    const { body } = await send(`${url}/v1/types`, { key: account.key });
    const listed = body['types'] as { type: string; maxLevel: string }[];
    return listed.filter(({ type }) => parts.includes(type)).map(({ maxLevel }) => maxLevel);
  };
  const untilAnchored = async (withinMs: number): Promise<void> => {
    await until(
      levels,
      (reachedLevels) => reachedLevels.length === 2 && reachedLevels.every((level) => level === 'anchored'),
      withinMs,
    );
  };
  await untilAnchored(nodesMeasuredWithinMs);
  return {
    account,
    fixtures,
    gate,
    levels,
    decide: async (trade, policy, key) => {
      const { status, body } = await gate({ ...trade, policy }, key);
      if (status !== 200 || JSON.stringify(body['policy']) !== JSON.stringify(policy)) {
        throw new Error(`no decision by this policy: ${status} ${JSON.stringify(body)}`);
      }
      return body as unknown as GateAnswer;
    },
    inject: faults.inject,
    removeAccount: (address) => overrides.set(address, walletOf(0)),
    restore: async () => {
      await overrides.clear();
      if (await faults.clear()) {
        await untilAnchored(60_000);
      }
    },
  };
}

/** Returns a trade in a pool. The trade buys token B, or token A when `more.out` is `A`. */
export function tradeIn(
  pool: SandboxPool,
  more: { readonly out?: 'A' | 'B'; readonly who?: 'payer' | 'poorPayer'; readonly amountIn?: string } = {},
): TradeBody {
  const holder = more.who === 'poorPayer' ? poorPayerOf(pool) : pool.payer;
  const { wallet, tokenAccountA, tokenAccountB } = holder;
  const [input, output] = more.out === 'A' ? [tokenAccountB, tokenAccountA] : [tokenAccountA, tokenAccountB];
  return {
    pool: pool.address,
    payer: wallet,
    inputTokenAccount: input,
    outputTokenAccount: output,
    amountIn: more.amountIn ?? '1000000',
  };
}

/** Returns a wallet whose accounts of both tokens are empty. Throws when the pool has no such wallet. */
export function poorPayerOf({ address, poorPayer }: SandboxPool): SandboxPool['payer'] {
  if (poorPayer === undefined) {
    throw new Error(`the sandbox has no poor payer for pool ${address}`);
  }
  return poorPayer;
}

/** Returns the codes of reasons or caveats, in their order. */
export function codes(entries: readonly ReasonOrCaveat[]): string[] {
  return entries.map(({ code }) => code);
}

/** Converts credits to whole micro-credits, so that sums are exact. */
export function micros(credits: number): number {
  return Math.round(credits * 1e6);
}
