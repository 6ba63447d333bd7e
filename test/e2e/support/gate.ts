import { openTroubles } from './providers.ts';
import { createAccount, send, until, type Answer, type System, type TestAccount } from './system.ts';
import { chainFixtures, type ChainFixtures, type Pool } from './chain-fixtures.ts';

/** Independence of nodes is proven by what is seen over time. */
export const nodesMeasuredWithinMs = 240_000;

/** Both kinds of pools, by the name of the sandbox's plain pool of that kind. */
export const poolKinds = [
  ['cpmm', 'cpmm'],
  ['damm_v2', 'dammV2'],
] as const;

/** The nodes of the sandbox's chain. */
export const nodes = ['node-a', 'node-b', 'node-c'];

/** A policy that nothing exceeds. */
export const lenient = { maxPriceImpactBps: 10_000, maxRiskScore: 100 };

/** A reason or a caveat. */
export type Ground = { readonly code: string; readonly message: string };

/** What tests look at of a part. */
export type Part = {
  readonly status: string;
  readonly data?: { readonly slot: number; readonly priceImpactBps: number; readonly overallRisk: number };
  readonly debitedCredits: number;
};

/** What a gate answered. */
export type Judged = {
  readonly decision: string;
  readonly reasons: readonly Ground[];
  readonly caveats: readonly Ground[];
  readonly checkedMint: string | null;
  readonly quote: Part;
  readonly risk: Part | null;
  readonly debitedCredits: number;
  readonly traceId: string;
};

/** A trade as a body of the gate. */
export type Trade = Readonly<Record<string, string>>;

/** The gate of a running system, with an account of its own. */
export type GateScene = {
  readonly account: TestAccount;
  readonly fixtures: ChainFixtures;
  readonly gate: (body: object, key?: string) => Promise<Answer>;
  /** Asks, and fails where the answer is anything but a decision that repeats the policy. */
  readonly judged: (trade: object, policy: object, key?: string) => Promise<Judged>;
  /** How far checking of the two parts can get now; empty while they are not listed. */
  readonly levels: () => Promise<string[]>;
  readonly anchored: (withinMs: number) => Promise<void>;
  /** Has nodes behave in some way until `restore`. */
  readonly behave: (ids: readonly string[], state: object) => Promise<void>;
  /** Takes an account off the chain until `restore`. */
  readonly empty: (address: string) => Promise<void>;
  /** Makes everything as it was, and waits until it is seen. */
  readonly restore: () => Promise<void>;
};

const parts = ['chain.swap_quote', 'chain.token_risk'];

/** Opens an account, reads the fixtures and waits until both parts can be anchored. */
export async function openGate(system: System): Promise<GateScene> {
  const url = system.gatewayUrl;
  const account = await createAccount(system);
  const fixtures = await chainFixtures(system);
  const troubles = openTroubles(system);
  const replaced = new Set<string>();
  const gate: GateScene['gate'] = (body, key = account.key) => send(`${url}/v1/gate`, { key, body });
  const levels = async (): Promise<string[]> => {
    const { body } = await send(`${url}/v1/types`, { key: account.key });
    const listed = body['types'] as { type: string; maxLevel: string }[];
    return listed.filter(({ type }) => parts.includes(type)).map(({ maxLevel }) => maxLevel);
  };
  const anchored = async (withinMs: number): Promise<void> => {
    await until(levels, (found) => found.length === 2 && found.every((level) => level === 'anchored'), withinMs);
  };
  await anchored(nodesMeasuredWithinMs);
  return {
    account,
    fixtures,
    gate,
    levels,
    anchored,
    judged: async (trade, policy, key) => {
      const { status, body } = await gate({ ...trade, policy }, key);
      if (status !== 200 || JSON.stringify(body['policy']) !== JSON.stringify(policy)) {
        throw new Error(`no decision by this policy: ${status} ${JSON.stringify(body)}`);
      }
      return body as unknown as Judged;
    },
    behave: troubles.behave,
    empty: async (address) => {
      replaced.add(address);
      const owner = '11111111111111111111111111111111';
      const body = { lamports: 0, data: ['', 'base64'], owner, executable: false };
      await send(`${system.sandboxUrl}/control/accounts/${address}`, { method: 'PUT', body });
    },
    restore: async () => {
      for (const address of replaced) {
        await send(`${system.sandboxUrl}/control/accounts/${address}`, { method: 'DELETE' });
      }
      replaced.clear();
      if (await troubles.restore()) {
        await anchored(60_000);
      }
    },
  };
}

/** A trade in a pool that gives its second token, or its first one. */
export function tradeIn(
  pool: Pool,
  more: { readonly out?: 'A' | 'B'; readonly who?: 'payer' | 'poorPayer'; readonly amountIn?: string } = {},
): Trade {
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

/** Somebody who has both token accounts of a pool and nothing in them. */
export function poorPayerOf({ address, poorPayer }: Pool): Pool['payer'] {
  if (poorPayer === undefined) {
    throw new Error(`the sandbox has no poor payer for pool ${address}`);
  }
  return poorPayer;
}

/** The codes of reasons or caveats, in their order. */
export function codes(grounds: readonly Ground[]): string[] {
  return grounds.map(({ code }) => code);
}

/** Credits in whole micro-credits, so that amounts can be added up. */
export function micros(credits: number): number {
  return Math.round(credits * 1e6);
}
