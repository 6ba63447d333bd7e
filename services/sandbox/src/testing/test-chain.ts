import type { ChainAccount } from '../chain/account.ts';
import { createChain } from '../chain/chain.ts';
import { createFixtures } from '../chain/fixtures/fixtures.ts';
import { createControl } from '../control/control.ts';
import { nodeNames, resoldNodeName } from '../chain/nodes.ts';
import { createProviderStates } from '../control/provider-states.ts';
import { createMarket } from '../market/market.ts';

/** Fixtures that all tests share, so no test may change them. */
const fixtures = createFixtures('test');

/** The time at which tests of the chain start. */
export const startMs = Date.parse('2026-11-21T10:00:00.000Z');

/** A node's reply to a JSON-RPC call: a result, or an error with its code. */
export type RpcReply = {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
  readonly id?: unknown;
};

/**
 * Creates a chain with its nodes and its control section, without a server. The chain's clock advances only through
 * `pass`.
 */
export function testChain(loaded: ReadonlyMap<string, ChainAccount> = new Map(), resold?: string) {
  let nowMs = startMs;
  const market = createMarket('test');
  const states = createProviderStates([...nodeNames, resoldNodeName], [], () => {});
  const chain = createChain({
    seed: 'test',
    fixtures,
    priceAt: market.published,
    now: () => nowMs,
    loaded,
    resold,
    stateOf: states.of,
  });
  const control = createControl([states.section, chain.section], () => ({ chain: chain.page() }));
  const send = (node: string, body: string) => {
    const endpoint = chain.endpoints.find(({ name }) => name === node);
    return endpoint?.respond({ method: 'POST', path: '', query: new URLSearchParams(), body, nowMs });
  };
  return {
    chain,
    market,
    send,
    now: () => nowMs,
    pass: (ms: number) => {
      nowMs += ms;
    },
    /** Calls a JSON-RPC method of a node. */
    ask: (node: string, method: string, ...params: readonly unknown[]): RpcReply =>
      JSON.parse(send(node, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))?.body ?? '') as RpcReply,
    control: (method: string, path: string, body?: unknown) => {
      const answer = control({ method, path, body: body === undefined ? '' : JSON.stringify(body) });
      return { status: answer.status, body: answer.body === '' ? undefined : (JSON.parse(answer.body) as unknown) };
    },
  };
}

/** The fixtures as the control page shows them. */
export type ShownFixtures = {
  readonly pools: Readonly<
    Record<
      string,
      {
        readonly address: string;
        readonly kind: 'cpmm' | 'damm_v2';
        readonly mintA: string;
        readonly mintB: string;
        readonly payer: { readonly wallet: string; readonly tokenAccountA: string; readonly tokenAccountB: string };
        readonly poorPayer: { readonly wallet: string; readonly tokenAccountA: string; readonly tokenAccountB: string };
      }
    >
  >;
  readonly mints: Readonly<Record<string, string>>;
  readonly accounts: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
};

/** Returns the fixtures of a chain, as the control page shows them. */
export function fixturesOf(chain: { readonly page: () => unknown }): ShownFixtures {
  return (chain.page() as { readonly fixtures: ShownFixtures }).fixtures;
}
