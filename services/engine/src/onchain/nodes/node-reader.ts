import { createCoalescer } from '../../sources/coalesce.ts';
import type { SimulationParams } from '@assay/solana/simulation/swap-transaction';
import { readLargestOf, type LargestRead } from './largest-accounts.ts';
import type { ChainNode } from './node.ts';
import { readAccountsOf, type AccountsRead, type ReadOptions } from './read-accounts.ts';
import type { NodeFailure, NodeReply, RequestPorts } from './request.ts';
import { simulateOn } from './simulate.ts';
import type { Slots } from './slot-tracker.ts';

/** The one way in which this process asks nodes. Nothing of it ever rejects. */
export type NodeReader = {
  /** Reads accounts as one snapshot. Equal reads that begin at nearly the same time share one request. */
  readonly accounts: (
    node: ChainNode,
    addresses: readonly string[],
    options: ReadOptions,
  ) => { readonly read: Promise<AccountsRead>; readonly coalesced: boolean };
  readonly largest: (node: ChainNode, mint: string, timeoutMs: number) => Promise<LargestRead>;
  readonly simulate: (node: ChainNode, params: SimulationParams, timeoutMs: number) => Promise<NodeReply>;
};

/** What a node showed when its accounts were read; a failure carries no slot. */
export type NodeObservation = {
  readonly node: string;
  readonly askedAtMs: number;
  readonly receivedAtMs: number;
  readonly slot?: number;
  /** `ok`, or why it failed. */
  readonly outcome: 'ok' | NodeFailure['outcome'];
};

/** What reading needs of the world. */
export type ReaderPorts = RequestPorts & {
  readonly slots: Slots;
  /** Told of every read of accounts that ended, once however many shared it. */
  readonly observed: (observation: NodeObservation) => void;
};

/** A read that began longer ago is not joined: it may already have passed the slot that the new caller would see. */
const joinableForMs = 50;

/** Creates the way to nodes. */
export function createNodeReader(ports: ReaderPorts): NodeReader {
  const coalescer = createCoalescer<AccountsRead>(ports.now, joinableForMs);
  const send = async (node: ChainNode, addresses: readonly string[], options: ReadOptions): Promise<AccountsRead> => {
    const askedAtMs = ports.now();
    const read = await readAccountsOf(node, addresses, options, ports);
    const when = { node: node.id, askedAtMs, receivedAtMs: ports.now() };
    if (read.kind === 'snapshot') {
      ports.slots.saw(node.id, read.snapshot.slot);
      ports.observed({ ...when, slot: read.snapshot.slot, outcome: 'ok' });
    } else if (read.sent) {
      ports.observed({ ...when, outcome: read.outcome });
    }
    return read;
  };
  return {
    accounts: (node, addresses, options) => {
      const key = `${node.id} ${options.minContextSlot ?? 0} ${addresses.join(' ')}`;
      const underWay = coalescer.find(key);
      return underWay === undefined
        ? { read: coalescer.share(key, send(node, addresses, options)), coalesced: false }
        : { read: underWay, coalesced: true };
    },
    largest: (node, mint, timeoutMs) => readLargestOf(node, mint, timeoutMs, ports),
    simulate: (node, params, timeoutMs) => simulateOn(node, params, timeoutMs, ports),
  };
}
