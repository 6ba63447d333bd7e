import type { SimulationParams } from '@assay/solana/simulation/swap-transaction';
import { createCoalescer } from '@assay/concurrency/coalesce';
import { readLargestOf, type LargestRead } from './largest-accounts.ts';
import type { ChainNode } from './node.ts';
import { readAccountsOf, type AccountsRead, type ReadOptions } from './read-accounts.ts';
import { failedRequest, type NodeFailure, type NodeReply, type RequestPorts } from './request.ts';
import { simulateOn } from './simulate.ts';
import type { SlotTracker } from '@assay/solana/nodes/slot-tracker';

/** Sends all requests of this process to nodes. Its methods never reject. */
export type NodeReader = {
  /** Reads accounts as one snapshot. Equal reads that start within `joinableForMs` share one request. */
  readonly accounts: (
    node: ChainNode,
    addresses: readonly string[],
    options: ReadOptions,
  ) => { readonly read: Promise<AccountsRead>; readonly coalesced: boolean };
  readonly largest: (node: ChainNode, mint: string, timeoutMs: number) => Promise<LargestRead>;
  readonly simulate: (node: ChainNode, params: SimulationParams, timeoutMs: number) => Promise<NodeReply>;
  /** Reports an unexpected error in the handling of a node's answer. */
  readonly onUnexpected: (node: string, error: unknown) => void;
};

/** One read of accounts that has ended. A failed read has no slot. */
export type NodeObservation = {
  readonly node: string;
  readonly askedAtMs: number;
  readonly receivedAtMs: number;
  readonly slot?: number;
  /** `ok`, or the kind of failure of the read. */
  readonly outcome: 'ok' | NodeFailure['outcome'];
};

/** The dependencies of a node reader. */
export type ReaderPorts = RequestPorts & {
  /** Returns milliseconds since the Unix epoch. */
  readonly now: () => number;
  readonly slots: SlotTracker;
  /** Called once for each read of accounts that was sent, when the read ends. Several callers can share one read. */
  readonly onObservation: (observation: NodeObservation) => void;
  /** Receives an unexpected error in the handling of a node's answer. */
  readonly onUnexpected?: NodeReader['onUnexpected'];
};

/**
 * Milliseconds after the start of a read during which another caller may share its result. The result of an older read
 * may come from an earlier slot than a new read would.
 */
export const joinableForMs = 50;

/** Creates the node reader of this process. */
export function createNodeReader(ports: ReaderPorts): NodeReader {
  const coalescer = createCoalescer<AccountsRead>(ports.monotonic, joinableForMs);
  const onUnexpected = ports.onUnexpected ?? (() => undefined);
  const send = async (node: ChainNode, addresses: readonly string[], options: ReadOptions): Promise<AccountsRead> => {
    const askedAtMs = ports.now();
    const read = await readReachable(node, addresses, options, ports).catch((error: unknown) => {
      onUnexpected(node.id, error);
      return failedRequest('malformed', 'the response could not be read', 200);
    });
    const common = { node: node.id, askedAtMs, receivedAtMs: ports.now() };
    if (read.kind === 'snapshot') {
      ports.slots.record(node.id, read.snapshot.slot);
      ports.onObservation({ ...common, slot: read.snapshot.slot, outcome: 'ok' });
    } else if (read.sent) {
      ports.onObservation({ ...common, outcome: read.outcome });
    }
    return read;
  };
  return {
    onUnexpected,
    accounts: (node, addresses, options) => {
      const key = `${node.id} ${options.minContextSlot ?? 0} ${addresses.join(' ')}`;
      const inFlight = coalescer.find(key);
      return inFlight === undefined
        ? { read: coalescer.share(key, send(node, addresses, options)), coalesced: false }
        : { read: inFlight, coalesced: true };
    },
    largest: (node, mint, timeoutMs) => readLargestOf(node, mint, timeoutMs, ports),
    simulate: (node, params, timeoutMs) => simulateOn(node, params, timeoutMs, ports),
  };
}

/**
 * Reads accounts of a node. Rejects the whole response when the response states a slot that the chain cannot have
 * reached yet.
 */
async function readReachable(
  node: ChainNode,
  addresses: readonly string[],
  options: ReadOptions,
  ports: ReaderPorts,
): Promise<AccountsRead> {
  const read = await readAccountsOf(node, addresses, options, ports);
  if (read.kind === 'failed' || ports.slots.isReachable(read.snapshot.slot)) {
    return read;
  }
  node.breaker.record('failure');
  const { slot } = read.snapshot;
  const failure = failedRequest('malformed', `it states slot ${slot}, which the chain cannot have reached`, 200);
  return { ...failure, unreachableSlot: slot };
}
