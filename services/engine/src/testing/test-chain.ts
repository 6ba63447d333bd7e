import { loadCatalog } from '@assay/catalog/catalog';
import type { Level } from '@assay/catalog/define';
import { rootContext } from '@assay/rpc/context';
import type { AccountSnapshot } from '@assay/solana/account';
import { clockAddress } from '@assay/solana/programs';
import { clockAccount } from '@assay/solana/testing/chain-fixtures';
import { chainEntries } from '../catalog/chain-entries.ts';
import type { LiveEntry } from '../catalog/live-catalog.ts';
import { openNodes, openOnchain, type Onchain } from '../onchain/open-onchain.ts';
import type { OpinionProviders } from '../onchain/opinions/opinion-providers.ts';
import type { Fetched } from '@assay/providers/fetch';
import type { PairVerdict } from '@assay/catalog/outcomes';
import type { EngineAnswer } from '../verification/answer.ts';
import type { SwapAnswer } from '../verification/swap-answer.ts';
import { pairOf, settled, startMs, testClock, type TestClock } from './test-sources.ts';

/** The slot at which every test begins. */
export const firstSlot = 400_000_000;

/** The behavior of a node in a test. An absent field means that the node is correct in this respect. */
export type NodeBehavior = {
  /** The number of slots that the node is behind the other nodes. */
  slotsBehind?: number;
  /** Returns the slot that the node states, given its actual slot. */
  statesSlot?: (slot: number) => bigint;
  /**
   * The response to every request, or a function from the method to the response. If the function returns undefined,
   * the node gives the correct response.
   */
  answers?: Fetched | ((method: string) => Fetched | Promise<Fetched> | undefined);
  /** Changes an account before the node returns it. */
  shows?: (account: AccountSnapshot) => AccountSnapshot | null;
  /**
   * The amount that a simulated swap adds to the output account, or the error of the simulation. Correct when absent.
   */
  simulates?: bigint | { readonly err: unknown } | (() => bigint);
  /**
   * The node's answer to a request for the largest accounts of a mint. False: it refuses. A list: it returns these
   * addresses. True or absent: it returns the correct list.
   */
  lists?: boolean | readonly string[];
};

/** A chain for tests. Its nodes read the same accounts, and behave as the test sets. */
export type TestChain = {
  readonly clock: TestClock;
  readonly chain: Onchain;
  /** Returns the catalog's entries of the data types that are answered from the chain. */
  readonly entries: () => readonly LiveEntry[];
  /** The requests to nodes so far, each as the node's id and the method. */
  readonly requests: string[];
  /** The behavior of each node. A test may change it at any time. */
  readonly behaviors: Record<string, NodeBehavior>;
  /**
   * The accounts of the chain by address. If there is no Clock sysvar among them, the chain adds one that advances by
   * itself. A node that is behind also returns the current accounts, unless `shows` changes them.
   */
  readonly ledger: Map<string, AccountSnapshot>;
  /** Starts the next slot. */
  readonly advanceSlot: () => void;
  readonly ask: (type: string, params: Readonly<Record<string, string>>, required?: Level) => Promise<EngineAnswer>;
  readonly askSwap: (params: Readonly<Record<string, string>>, required?: Level) => Promise<SwapAnswer>;
  /** Runs a few rounds of the node poller. */
  readonly pollNodes: () => Promise<void>;
};

/** The response of a node that cannot be reached. */
export const unreachable: Fetched = { kind: 'unreachable', detail: 'connection refused' };
/** A response that is not JSON-RPC. */
export const garbage: Fetched = { kind: 'answered', status: 200, body: undefined };
/** A response that refuses the key. */
export const accessDenied: Fetched = { kind: 'answered', status: 401, body: undefined };
/** A response with HTTP status 429, which asks for fewer requests. */
export const rateLimited: Fetched = { kind: 'answered', status: 429, body: undefined };

type Call = { readonly method: string; readonly params: readonly unknown[] };
type Config = { readonly minContextSlot?: number; readonly accounts?: { readonly addresses: readonly string[] } };

/**
 * Opens a chain for a test. Its nodes count as independent of each other, unless `relation` returns another verdict.
 */
export async function openTestChain(
  accounts: readonly AccountSnapshot[],
  behaviors: Record<string, NodeBehavior>,
  options: {
    readonly relation?: (a: string, b: string) => PairVerdict;
    readonly largest?: readonly string[];
    readonly opinions?: ReadonlyMap<string, OpinionProviders>;
    /** In live mode, the engine also checks the age of the ledger's Clock sysvar. */
    readonly mode?: 'sandbox' | 'live';
  } = {},
): Promise<TestChain> {
  const { mode = 'sandbox' } = options;
  const { relation = () => 'independent', largest = [], opinions = new Map() } = options;
  const clock = testClock();
  const ledger = new Map(accounts.map((account) => [account.address, account]));
  const requests: string[] = [];
  let extraSlots = 0;
  const tip = (): number => firstSlot + extraSlots + Math.floor((clock.now() - startMs) / 400);
  const clockAt = (slot: number): AccountSnapshot => {
    const unix = BigInt(Math.floor((startMs + (slot - firstSlot - extraSlots) * 400) / 1_000));
    return clockAccount({ slot: BigInt(slot), epoch: 1n, unix });
  };
  const answer = (behavior: NodeBehavior, call: Call): Fetched => {
    const slot = tip() - (behavior.slotsBehind ?? 0);
    const config = (call.params[1] ?? {}) as Config;
    if ((config.minContextSlot ?? 0) > slot) {
      return body({ error: { code: -32_016n, message: 'behind', data: { contextSlot: BigInt(slot) } } });
    }
    const shown = (address: string): AccountSnapshot | null => {
      const account = ledger.get(address) ?? (address === clockAddress ? clockAt(slot) : undefined);
      return account === undefined ? null : behavior.shows === undefined ? account : behavior.shows(account);
    };
    const value = valueOf(behavior, call, shown, largest);
    if (value === undefined) {
      return body({ error: { code: -32_601n, message: 'Method not found' } });
    }
    // A simulation can advance the slot, so the response states the slot after the simulation.
    const after = tip() - (behavior.slotsBehind ?? 0);
    return body({ result: { context: { slot: behavior.statesSlot?.(after) ?? BigInt(after) }, value } });
  };
  const catalog = await loadCatalog();
  const measured = (a: string, b: string) => pairOf(a, b, relation(a, b));
  const nodes = openNodes(
    {
      mode,
      urls: Object.fromEntries(Object.keys(behaviors).map((id) => [id, `http://${id}.test/`])),
      budgets: {},
    },
    {
      clock,
      fetch: async (baseUrl, request) => {
        const id = new URL(baseUrl).hostname.split('.')[0] ?? '';
        const call = JSON.parse(request.body ?? '{}') as Call;
        const behavior = behaviors[id] ?? {};
        requests.push(`${id} ${call.method}`);
        const { answers } = behavior;
        const instead = typeof answers === 'function' ? answers(call.method) : answers;
        return instead ?? answer(behavior, call);
      },
      onObservation: () => undefined,
    },
  );
  const chain = await openOnchain(nodes, { catalog, clock, measured, opinions });
  const runToEnd = async <Result>(work: Promise<Result>): Promise<Result> => {
    let done = false;
    void work.finally(() => (done = true)).catch(() => undefined);
    await settled();
    for (let steps = 0; !done && steps < 400; steps += 1) {
      await clock.advance(50);
    }
    return work;
  };
  const context = () => rootContext(10_000, clock.monotonic());
  return {
    clock,
    chain,
    entries: () => chainEntries(catalog, { ...chain, measured }),
    requests,
    behaviors,
    ledger,
    advanceSlot: () => (extraSlots += 1),
    ask: (type, params, required = 'single_source') => runToEnd(chain.verify({ type, params, required }, context())),
    askSwap: (params, required = 'single_source') => runToEnd(chain.verifySwap({ params, required }, context())),
    pollNodes: async () => {
      for (let round = 0; round < 4; round += 1) {
        chain.poller.tick();
        await clock.advance(500);
      }
    },
  };
}

function body(content: object): Fetched {
  return { kind: 'answered', status: 200, body: { jsonrpc: '2.0', id: 1n, ...content } };
}

function valueOf(
  behavior: NodeBehavior,
  { method, params }: Call,
  shown: (address: string) => AccountSnapshot | null,
  largest: readonly string[],
): unknown {
  switch (method) {
    case 'getMultipleAccounts':
      return (params[0] as readonly string[]).map((address) => written(shown(address)));
    case 'getTokenLargestAccounts':
      return behavior.lists === false ? undefined : listOf(Array.isArray(behavior.lists) ? behavior.lists : largest);
    case 'simulateTransaction':
      return simulated(behavior, params[1] as Config, shown);
    default:
      return undefined;
  }
}

function listOf(addresses: readonly string[]): unknown {
  return addresses.map((address) => ({ address, amount: '1', decimals: 6n }));
}

function written(account: AccountSnapshot | null): unknown {
  return (
    account && {
      data: [Buffer.from(account.data).toString('base64'), 'base64'],
      owner: account.owner,
      lamports: account.lamports,
      executable: account.executable,
      space: BigInt(account.data.length),
    }
  );
}

function simulated(
  { simulates: given }: NodeBehavior,
  { accounts }: Config,
  shown: (address: string) => AccountSnapshot | null,
): unknown {
  const simulates = typeof given === 'function' ? given() : given;
  if (typeof simulates !== 'bigint') {
    return simulates === undefined ? undefined : { ...simulates, accounts: null, innerInstructions: null };
  }
  const account = shown(accounts?.addresses[0] ?? '');
  if (account === null) {
    return { err: { InstructionError: [0n, 'InvalidAccountData'] }, accounts: [null], innerInstructions: null };
  }
  const data = Uint8Array.from(account.data);
  const view = new DataView(data.buffer);
  view.setBigUint64(64, view.getBigUint64(64, true) + simulates, true);
  return { err: null, accounts: [written({ ...account, data })], innerInstructions: null };
}
