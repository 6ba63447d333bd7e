import { loadCatalog } from '@assay/catalog/catalog';
import type { Level } from '@assay/catalog/define';
import { rootContext } from '@assay/rpc/context';
import type { AccountSnapshot } from '@assay/solana/account';
import { chainEntries } from '../catalog/chain-entries.ts';
import type { LiveEntry } from '../catalog/live-catalog.ts';
import { openChain, type Chain } from '../onchain/open.ts';
import type { Peers } from '../onchain/opinions/opinion-providers.ts';
import type { Fetched } from '../providers/fetch.ts';
import type { Relation } from '../verification/levels.ts';
import type { AnswerReport } from '../verification/report.ts';
import type { SwapReport } from '../verification/swap-report.ts';
import { settled, pairOf, startMs, testClock, type TestClock } from './world.ts';

/** The slot that nodes of a test begin at. */
export const firstSlot = 400_000_000;

/** How a node of a test behaves. Whatever is left out is as a good node would have it. */
export type NodePlay = {
  /** Slots behind the others. */
  behind?: number;
  /** What it answers instead of anything else; undefined from a function leaves that answer as it would be. */
  answers?: Fetched | ((method: string) => Fetched | Promise<Fetched> | undefined);
  /** Changes what it shows of an account. */
  shows?: (account: AccountSnapshot) => AccountSnapshot | null;
  /** What a swap simulated on it brings, or the error that it ends with. */
  simulates?: bigint | { readonly err: unknown } | (() => bigint);
  /** Whether it lists the largest accounts of a mint; without it every node does. */
  lists?: boolean;
};

/** A chain of a test: one ledger, shown by nodes that behave as they are told. */
export type PlayedChain = {
  readonly clock: TestClock;
  readonly chain: Chain;
  /** Returns the catalog's entries of the chain's types. */
  readonly entries: () => readonly LiveEntry[];
  /** What the nodes were asked, as `node method`. */
  readonly asked: string[];
  /** How each node behaves; may be changed at any time. */
  readonly plays: Record<string, NodePlay>;
  /** The ledger by address; nodes that are behind show it as it is, unless `shows` says otherwise. */
  readonly ledger: Map<string, AccountSnapshot>;
  /** Begins a slot. */
  readonly advanceSlot: () => void;
  readonly ask: (type: string, params: Readonly<Record<string, string>>, required?: Level) => Promise<AnswerReport>;
  readonly askSwap: (params: Readonly<Record<string, string>>, required?: Level) => Promise<SwapReport>;
  /** Lets the watch of the nodes look at all of them a few times. */
  readonly watched: () => Promise<void>;
};

/** An answer that is no answer. */
export const dead: Fetched = { kind: 'unreachable', detail: 'connection refused' };
/** An answer that is no JSON-RPC. */
export const garbage: Fetched = { kind: 'answered', status: 200, body: undefined };
/** An answer that asks for fewer questions. */
export const limited: Fetched = { kind: 'answered', status: 429, body: undefined };

type Call = { readonly method: string; readonly params: readonly unknown[] };
type Config = { readonly minContextSlot?: number; readonly accounts?: { readonly addresses: readonly string[] } };

/** Opens a chain of a test, its nodes independent of each other unless said otherwise. */
export async function playChain(
  accounts: readonly AccountSnapshot[],
  plays: Record<string, NodePlay>,
  options: {
    readonly relation?: (one: string, other: string) => Relation;
    readonly largest?: readonly string[];
    readonly peers?: ReadonlyMap<string, Peers>;
  } = {},
): Promise<PlayedChain> {
  const { relation = () => 'independent', largest = [], peers = new Map() } = options;
  const clock = testClock();
  const ledger = new Map(accounts.map((account) => [account.address, account]));
  const asked: string[] = [];
  let extraSlots = 0;
  const tip = (): number => firstSlot + extraSlots + Math.floor((clock.now() - startMs) / 400);
  const answer = (play: NodePlay, call: Call): Fetched => {
    const slot = tip() - (play.behind ?? 0);
    const config = (call.params[1] ?? {}) as Config;
    if ((config.minContextSlot ?? 0) > slot) {
      return body({ error: { code: -32_016n, message: 'behind', data: { contextSlot: BigInt(slot) } } });
    }
    const shown = (address: string): AccountSnapshot | null => {
      const account = ledger.get(address);
      return account === undefined ? null : play.shows === undefined ? account : play.shows(account);
    };
    const value = valueOf(play, call, shown, largest);
    return value === undefined
      ? body({ error: { code: -32_601n, message: 'Method not found' } })
      : body({ result: { context: { slot: BigInt(tip() - (play.behind ?? 0)) }, value } });
  };
  const catalog = await loadCatalog();
  const measured = (a: string, b: string) => pairOf(a, b, relation(a, b));
  const chain = await openChain(
    {
      mode: 'sandbox',
      urls: Object.fromEntries(Object.keys(plays).map((id) => [id, `http://${id}.test/`])),
      budgets: {},
    },
    {
      catalog,
      clock,
      fetch: async (baseUrl, request) => {
        const id = new URL(baseUrl).hostname.split('.')[0] ?? '';
        const call = JSON.parse(request.body ?? '{}') as Call;
        const play = plays[id] ?? {};
        asked.push(`${id} ${call.method}`);
        const { answers } = play;
        const instead = typeof answers === 'function' ? answers(call.method) : answers;
        return instead ?? answer(play, call);
      },
      measured,
      peers,
      observed: () => undefined,
    },
  );
  const ended = async <Result>(work: Promise<Result>): Promise<Result> => {
    let done = false;
    void work.finally(() => (done = true)).catch(() => undefined);
    await settled();
    for (let steps = 0; !done && steps < 400; steps += 1) {
      await clock.advance(50);
    }
    return work;
  };
  const context = () => rootContext(10_000, clock.now());
  return {
    clock,
    chain,
    entries: () => chainEntries(catalog, { ...chain, measured }),
    asked,
    plays,
    ledger,
    advanceSlot: () => (extraSlots += 1),
    ask: (type, params, required = 'single_source') =>
      ended(chain.verify({ type, paramsJson: JSON.stringify(params), required }, context())),
    askSwap: (params, required = 'single_source') =>
      ended(chain.verifySwap({ paramsJson: JSON.stringify(params), required }, context())),
    watched: async () => {
      for (let round = 0; round < 4; round += 1) {
        chain.watch.tick();
        await clock.advance(500);
      }
    },
  };
}

function body(content: object): Fetched {
  return { kind: 'answered', status: 200, body: { jsonrpc: '2.0', id: 1n, ...content } };
}

function valueOf(
  play: NodePlay,
  { method, params }: Call,
  shown: (address: string) => AccountSnapshot | null,
  largest: readonly string[],
): unknown {
  switch (method) {
    case 'getMultipleAccounts':
      return (params[0] as readonly string[]).map((address) => written(shown(address)));
    case 'getTokenLargestAccounts':
      return play.lists === false ? undefined : largest.map((address) => ({ address, amount: '1', decimals: 6n }));
    case 'simulateTransaction':
      return simulated(play, params[1] as Config, shown);
    default:
      return undefined;
  }
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
  { simulates: given }: NodePlay,
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
