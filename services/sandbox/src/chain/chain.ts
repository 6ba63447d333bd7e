import type { ProviderState } from '../control/provider-states.ts';
import type { ControlSection } from '../control/section.ts';
import type { OraclePrice } from '../market/oracle.ts';
import type { MockEndpoint } from '../mock-endpoint.ts';
import type { ChainAccount } from './account.ts';
import { createBlockhashes } from './blockhashes.ts';
import { clockAccount } from './clock-account.ts';
import { accountsSection } from './accounts-section.ts';
import type { Fixtures } from './fixtures/fixtures.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { createNode, createResoldNode, nodeNames, resoldNodeName, type SandboxNode } from './nodes.ts';
import { createPriceAccounts } from './price-accounts.ts';
import { sysvarIds } from './program-ids.ts';
import { methods } from './rpc/methods.ts';
import { createDispatcher } from './rpc/json-rpc.ts';
import { nodeEndpoint } from './rpc/node-endpoint.ts';
import { createNodeSubscriptions } from './rpc/subscriptions.ts';
import { createSlotClock } from './slot-clock.ts';

/**
 * The sandbox's chain: several nodes that show the same ledger, and a control section that changes the ledger's
 * accounts.
 */
export type SandboxChain = {
  /** The mock endpoints of the chain's nodes. */
  readonly endpoints: readonly MockEndpoint[];
  /** Returns the account at an address in the newest slot. */
  readonly read: (address: string) => ChainAccount | undefined;
  /** Applies a changed state of a node. When a node goes down, its connections end. */
  readonly onStateChange: (name: string, state: ProviderState) => void;
  readonly section: ControlSection;
  /** Returns the part of the control page about the chain as a whole. */
  readonly page: () => unknown;
  /** Returns the slot that was the newest `milliseconds` ago. */
  readonly slotBefore: (milliseconds: number) => number;
  /**
   * Stores the present price account of a symbol, because lagging nodes still show it after a change. Call this before
   * each change of the price.
   */
  readonly beforePriceChange: (symbol: string) => void;
};

/** Returns the path of a node's JSON-RPC and WebSocket below the sandbox's port. */
export function nodePath(name: string): string {
  return `rpc/${name}`;
}

/**
 * Creates the chain of a seed.
 * @param options.fixtures the accounts that exist from the start.
 * @param options.priceAt returns the oracle's price of a symbol at a time, or undefined for a symbol without a price
 * feed.
 * @param options.now the sandbox's clock, in milliseconds since the Unix epoch.
 * @param options.stateOf returns the state of a node.
 * @param options.loaded accounts from files. They replace fixtures with the same addresses.
 * @param options.resold the name of the node whose responses a further endpoint repeats as its own. Throws for an
 * unknown name.
 */
export function createChain(options: {
  readonly seed: string;
  readonly fixtures: Fixtures;
  readonly priceAt: (symbol: string, atMs: number) => OraclePrice | undefined;
  readonly now: () => number;
  readonly stateOf: (name: string) => ProviderState;
  readonly loaded: ReadonlyMap<string, ChainAccount>;
  readonly resold?: string | undefined;
}): SandboxChain {
  const slots = createSlotClock(options.now);
  const prices = createPriceAccounts(slots, options.priceAt);
  const live = new Map([...prices.live, [sysvarIds.clock, clockAccount(slots)] as const]);
  const { fixtures } = options;
  const initial = new Map([...fixtures.accounts, ...options.loaded]);
  for (const address of options.loaded.keys()) {
    live.delete(address);
  }
  const ledger = createLedger(slots, initial, live);
  const blockhashes = createBlockhashes(options.seed);
  const stateOf = (name: string) => (): ProviderState => options.stateOf(name);
  const own = nodeNames.map((name) => createNode(name, options.seed, ledger, stateOf(name)));
  const nodes = [...own, ...createResoldNodes(own, options.resold, ledger, stateOf(resoldNodeName))].map((node) => {
    const { name } = node;
    const context = { node, blockhashes };
    const isResponsive = (): boolean => ['up', 'slow'].includes(stateOf(name)().state);
    return { name, context, subscriptions: createNodeSubscriptions(context, isResponsive) };
  });
  return {
    endpoints: nodes.map(({ name, context, subscriptions }) => ({
      name,
      path: nodePath(name),
      ...nodeEndpoint(name, createDispatcher(methods, context)),
      upgrade: subscriptions.upgrade,
    })),
    read: (address) => ledger.read(address, slots.tip()),
    onStateChange: (name, { state }) => {
      if (state === 'down') {
        nodes.find((node) => node.name === name)?.subscriptions.disconnect();
      }
    },
    section: accountsSection(ledger, () => {
      for (const { subscriptions } of nodes) {
        subscriptions.notify();
      }
    }),
    page: () => ({
      slot: slots.tip(),
      nodes: Object.fromEntries(nodes.map(({ name }) => [name, { path: `/${nodePath(name)}` }])),
      fixtures: fixtures.names,
      priceAccounts: Object.fromEntries(prices.names.map(({ symbol, ...name }) => [symbol, name])),
    }),
    slotBefore: slots.tipBefore,
    beforePriceChange: prices.rememberPrices,
  };
}

function createResoldNodes(
  nodes: readonly SandboxNode[],
  resold: string | undefined,
  ledger: Ledger,
  stateOf: () => ProviderState,
): readonly SandboxNode[] {
  if (resold === undefined) {
    return [];
  }
  const backend = nodes.find(({ name }) => name === resold);
  if (backend === undefined) {
    throw new Error(`unknown node "${resold}" to resell; it must be one of ${nodeNames.join(', ')}`);
  }
  return [createResoldNode(resoldNodeName, backend, ledger, stateOf)];
}
