import type { ProviderState } from '../control/states.ts';
import type { ControlSection } from '../control/section.ts';
import type { OraclePrice } from '../market/oracle.ts';
import type { Room } from '../rooms.ts';
import type { Account } from './account.ts';
import { createBlockhashes } from './blockhashes.ts';
import { clockAccount } from './clock-account.ts';
import { accountsSection } from './accounts-section.ts';
import type { Fixtures } from './fixtures/fixtures.ts';
import { createLedger, type At, type Ledger } from './ledger.ts';
import { createNode, createResoldNode, nodeNames, resoldNodeName, type Node } from './nodes.ts';
import { createPriceAccounts } from './price-accounts.ts';
import { sysvarIds } from './program-ids.ts';
import { methods } from './rpc/methods.ts';
import { dispatcher, nodeRoom } from './rpc/room.ts';
import { createSubscriptions } from './rpc/subscriptions.ts';
import { createSlots } from './slots.ts';

/** The sandbox's chain: nodes over one ledger, and how to change what is on it. */
export type Chain = {
  /** The rooms of its nodes, whose behaviour is told by their states. */
  readonly rooms: readonly Room[];
  /** What stands at an address in the newest slot. */
  readonly read: (address: string) => At;
  /** Follows a change of a node's state: one that goes down loses its listeners. */
  readonly stateChanged: (name: string, state: ProviderState) => void;
  readonly section: ControlSection;
  /** What the control page says about the chain as a whole. */
  readonly page: () => unknown;
  /** Keeps what an asset's price account has been; called before its price is changed by hand. */
  readonly priceChanges: (symbol: string) => void;
};

/** Where a node's JSON-RPC and WebSocket are, below the sandbox's port. */
export function nodePath(name: string): string {
  return `rpc/${name}`;
}

/**
 * Creates the chain of a seed.
 * @param options.fixtures what stands on it from the start.
 * @param options.priceAt the oracle's price of a symbol at a moment; undefined where there is no feed.
 * @param options.now the sandbox's clock, in milliseconds since the Unix epoch.
 * @param options.stateOf how a node was told to behave.
 * @param options.loaded accounts that were loaded from files, which stand before those of the same address.
 * @param options.resold the node that is also sold under another name; there is no such when absent. Throws for a name that
 * is no node's.
 */
export function createChain(options: {
  readonly seed: string;
  readonly fixtures: Fixtures;
  readonly priceAt: (symbol: string, atMs: number) => OraclePrice | undefined;
  readonly now: () => number;
  readonly stateOf: (name: string) => ProviderState;
  readonly loaded: ReadonlyMap<string, Account>;
  readonly resold?: string | undefined;
}): Chain {
  const slots = createSlots(options.now);
  const prices = createPriceAccounts(slots, options.priceAt);
  const live = new Map([...prices.live, [sysvarIds.clock, clockAccount(slots)] as const]);
  const { fixtures } = options;
  const first = new Map([...fixtures.accounts, ...options.loaded]);
  for (const address of options.loaded.keys()) {
    live.delete(address);
  }
  const ledger = createLedger(slots, first, live);
  const blockhashes = createBlockhashes(options.seed);
  const stateOf = (name: string) => (): ProviderState => options.stateOf(name);
  const own = nodeNames.map((name) => createNode(name, options.seed, ledger, stateOf(name)));
  const nodes = [...own, ...resoldAmong(own, options.resold, ledger, stateOf(resoldNodeName))].map((node) => {
    const { name } = node;
    const context = { node, blockhashes };
    const speaks = (): boolean => ['up', 'slow'].includes(stateOf(name)().state);
    return { name, context, subscriptions: createSubscriptions(context, speaks) };
  });
  return {
    rooms: nodes.map(({ name, context, subscriptions }) => ({
      name,
      path: nodePath(name),
      ...nodeRoom(name, dispatcher(methods, context)),
      upgrade: subscriptions.upgrade,
    })),
    read: (address) => ledger.read(address, slots.tip()),
    stateChanged: (name, { state }) => {
      if (state === 'down') {
        nodes.find((node) => node.name === name)?.subscriptions.disconnect();
      }
    },
    section: accountsSection(ledger, () => {
      for (const { subscriptions } of nodes) {
        subscriptions.announce();
      }
    }),
    page: () => ({
      slot: slots.tip(),
      nodes: Object.fromEntries(nodes.map(({ name }) => [name, { path: `/${nodePath(name)}` }])),
      fixtures: fixtures.names,
      priceAccounts: Object.fromEntries(
        prices.names.map(({ symbol, address, feedId }) => [symbol, { address, feedId }]),
      ),
    }),
    priceChanges: prices.keep,
  };
}

function resoldAmong(
  nodes: readonly Node[],
  resold: string | undefined,
  ledger: Ledger,
  stateOf: () => ProviderState,
): readonly Node[] {
  if (resold === undefined) {
    return [];
  }
  const backend = nodes.find(({ name }) => name === resold);
  if (backend === undefined) {
    throw new Error(`there is no node "${resold}" to sell again; the nodes are ${nodeNames.join(', ')}`);
  }
  return [createResoldNode(resoldNodeName, backend, ledger, stateOf)];
}
