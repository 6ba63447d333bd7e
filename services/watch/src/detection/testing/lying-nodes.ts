import { createSlotTracker } from '@assay/solana/nodes/slot-tracker';
import { clockAddress } from '@assay/solana/programs';
import { clockAccount } from '@assay/solana/testing/chain-fixtures';
import { createChangeDetector } from '../change-detector.ts';
import { createContentCheck } from '../content-check.ts';
import { contentHash } from '../content-hash.ts';
import { createRpcNodePool, type RpcNode } from '../node-pool.ts';
import { parseAccounts } from '../node-response.ts';
import { createNodeSurvey } from '../node-survey.ts';
import { pollOnce } from '../poller.ts';
import { createMemoryStore, unpolled } from './memory-store.ts';

/** The true state of a test's chain. */
export type TrueState = { readonly slot: number; readonly content: number; readonly atMs: number };

/**
 * Returns what a lying node shows of the watched account instead of the truth. Undefined means that the node does not
 * answer.
 */
export type Lie = (truth: TrueState) => { readonly slot?: number | bigint; readonly content?: number } | undefined;

/** A watch service in memory over nodes, some of which lie. */
export type LyingWorld = {
  /** Runs rounds of polling for a time. */
  readonly run: (milliseconds: number) => Promise<void>;
  /** Changes the watched account. */
  readonly change: () => void;
  /** Returns the contents whose triggers were published, in the order of publication. */
  readonly published: () => readonly (number | undefined)[];
  readonly contradictions: string[][];
  readonly outvoted: string[];
  readonly failures: unknown[];
};

/** The address whose account changes. */
const watched = 'watched';
const firstSlot = 400_000_000;
const startMs = Date.UTC(2026, 0, 1);
const pollEveryMs = 2_000;

const accountText = (content: number): object => ({
  lamports: 5,
  owner: 'o',
  executable: false,
  data: [Buffer.from(String(content)).toString('base64'), 'base64'],
});

/**
 * Opens the world.
 * @param lies the lies by node name. All other nodes tell the truth.
 */
export function openLyingWorld(names: readonly string[], lies: Readonly<Record<string, Lie>>): LyingWorld {
  let nowMs = startMs;
  let content = 0;
  const truth = (): TrueState => ({
    slot: firstSlot + Math.floor((nowMs - startMs) / 400),
    content,
    atMs: nowMs - startMs,
  });
  const node = (name: string): RpcNode => ({
    name,
    read: async (addresses) => {
      const changed = lies[name] === undefined ? {} : lies[name](truth());
      if (changed === undefined) {
        throw new Error('no answer');
      }
      return parseAccounts(responseOf(addresses, { ...truth(), ...changed }, truth()), addresses);
    },
  });
  const clocks = { monotonic: () => nowMs - startMs, now: () => nowMs, pause: () => new Promise<void>(setImmediate) };
  const slots = createSlotTracker(clocks.monotonic);
  const nodes = names.map(node);
  const { store, addresses } = createMemoryStore();
  addresses.set(watched, unpolled('w1'));
  const hashes: string[] = [];
  const [contradictions, outvoted, failures]: [string[][], string[], unknown[]] = [[], [], []];
  const pool = createRpcNodePool({
    nodes,
    slots,
    survey: createNodeSurvey({ ...clocks, nodes, slots, everyMs: 2_000 }).run,
    monotonic: clocks.monotonic,
    onCall: () => undefined,
    onLeave: () => undefined,
  });
  const check = createContentCheck({
    monotonic: clocks.monotonic,
    nodes: names,
    onContradiction: (contradiction) => contradictions.push([...contradiction.nodes]),
    onOutvoted: (outvotedNode) => {
      outvoted.push(outvotedNode);
      pool.distrust(outvotedNode, 'outvoted');
    },
  });
  const publish: Parameters<typeof createChangeDetector>[0]['publish'] = async (pending) => {
    hashes.push(...pending.map(({ pending_hash: hash }) => hash.toString('hex')));
    return pending;
  };
  const detector = createChangeDetector({ store, publish, onChanges: () => undefined });
  return {
    contradictions,
    outvoted,
    failures,
    change: () => (content += 1),
    published: () => hashes.map((hash) => contentsByHash.get(hash)),
    run: async (milliseconds) => {
      for (const endMs = nowMs + milliseconds; nowMs < endMs; nowMs += pollEveryMs) {
        const onFailure = (error: unknown): void => void failures.push(error);
        await pollOnce({ store, held: () => [0], nodes: pool, content: check, detector, concurrency: 1, onFailure });
        // Lets pending surveys end and receive their answers before the next round.
        await new Promise(setImmediate);
      }
    },
  };
}

const contentsByHash: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 100 }, (_unused, content) => {
    const data = Buffer.from(String(content)).toString('base64');
    return [contentHash({ lamports: '5', owner: 'o', executable: false, data }).toString('hex'), content];
  }),
);

function responseOf(
  addresses: readonly string[],
  shown: { readonly slot: number | bigint; readonly content: number },
  { slot, atMs }: TrueState,
): string {
  const unix = BigInt(Math.floor((startMs + atMs) / 1_000));
  const { data, owner } = clockAccount({ slot: BigInt(slot), epoch: 1n, unix });
  const clock = { lamports: 1, owner, executable: false, data: [Buffer.from(data).toString('base64'), 'base64'] };
  const value = addresses.map((address) => (address === clockAddress ? clock : accountText(shown.content)));
  const result = JSON.stringify({ context: { slot: 'SLOT' }, value }).replace('"SLOT"', shown.slot.toString());
  return `{"jsonrpc":"2.0","id":1,"result":${result}}`;
}
