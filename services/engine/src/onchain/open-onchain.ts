import type { ClockRule } from '@assay/solana/clock-age';
import type { Catalog } from '@assay/catalog/catalog';
import type { CallContext } from '@assay/rpc/context';
import type { Clock } from '@assay/runtime/clock';
import type { FetchProvider } from '@assay/providers/fetch';
import type { EngineAnswer } from '../verification/answer.ts';
import type { SwapQuestion, SwapAnswer } from '../verification/swap-answer.ts';
import type { EngineQuestion } from '../verification/verify.ts';
import { createNodePoller, type NodePoller } from './nodes/node-poller.ts';
import { createNodeReader, type NodeObservation, type NodeReader } from './nodes/node-reader.ts';
import { openChainNodes, type ChainNode, type NodeSettings } from './nodes/node.ts';
import { createSlotTracker, type SlotTracker } from '@assay/solana/nodes/slot-tracker';
import type { OpinionProviders } from './opinions/opinion-providers.ts';
import type { MeasuredNodes } from './reads/plan-nodes.ts';
import { createPrefetchCache } from './reads/prefetch-cache.ts';
import { loadChainAnswers } from './types/define.ts';
import { verifyChain, type VerifyChainPorts } from './verify-chain.ts';
import { verifySwap } from './verify-swap.ts';

/** The nodes of this process, and the functions that read them. */
export type OpenNodes = {
  readonly nodes: readonly ChainNode[];
  readonly reader: NodeReader;
  readonly poller: NodePoller;
  readonly slots: SlotTracker;
  /** Sends requests to nodes, and parses integers in their responses as bigints. */
  readonly fetch: FetchProvider;
  readonly clockRule: ClockRule;
  /** Whether the engine accepts a Clock sysvar that does not advance. True in the sandbox. */
  readonly allowsFixedClock: boolean;
};

/** The chain types of this process: the nodes, and the functions that answer from them. */
export type Onchain = OpenNodes & {
  /** Returns whether the engine answers a data type from the chain. */
  readonly answers: (type: string) => boolean;
  readonly verify: (question: EngineQuestion, context: CallContext) => Promise<EngineAnswer>;
  readonly verifySwap: (question: SwapQuestion, context: CallContext) => Promise<SwapAnswer>;
  /** The opinion providers of each data type. */
  readonly opinions: ReadonlyMap<string, OpinionProviders>;
};

/** The dependencies of the nodes. */
export type NodePorts = {
  readonly clock: Clock;
  readonly fetch: FetchProvider;
  /** Receives every read of accounts that ended. */
  readonly onObservation: (observation: NodeObservation) => void;
  /** Receives an unexpected error in the handling of a node's answer. */
  readonly onUnexpected?: NodeReader['onUnexpected'];
};

/** The dependencies of the chain types, except the nodes. */
export type OnchainPorts = {
  readonly catalog: Catalog;
  readonly clock: Clock;
  readonly measured: MeasuredNodes;
  /** The opinion providers of each data type. */
  readonly opinions: ReadonlyMap<string, OpinionProviders>;
};

/**
 * Maximum age of a node's Clock sysvar, in milliseconds. A node with an older Clock sysvar answers no chain type. No
 * chain type allows a longer age.
 */
const maxClockAgeMs = 30_000;
const pollEveryMs = { live: 2_000, sandbox: 400 } as const;

/**
 * Opens the configured nodes. `pace` determines whether they are polled at the interval of live mode or of the sandbox.
 */
export function openNodes(settings: NodeSettings, ports: NodePorts, pace = settings.mode): OpenNodes {
  const { clock, fetch, onObservation } = ports;
  const nodes = openChainNodes(settings, clock.monotonic);
  const slots = createSlotTracker(clock.now, settings.mode);
  const { now, monotonic } = clock;
  const unexpected = ports.onUnexpected === undefined ? {} : { onUnexpected: ports.onUnexpected };
  const reader = createNodeReader({ fetch, now, monotonic, slots, onObservation, ...unexpected });
  const allowsFixedClock = settings.mode === 'sandbox';
  const clockRule = { maxAgeMs: maxClockAgeMs, allowsFixedClock };
  const poller = createNodePoller(nodes, { reader, slots, clock, clockRule }, pollEveryMs[pace]);
  return { nodes, reader, poller, slots, fetch, clockRule, allowsFixedClock };
}

/** Opens the data types that the nodes answer. Throws when two folders answer the same type. */
export async function openOnchain(open: OpenNodes, ports: OnchainPorts): Promise<Onchain> {
  const answers = await loadChainAnswers();
  const verifyPorts: VerifyChainPorts = { ...open, ...ports, answers, prefetchCache: createPrefetchCache() };
  return {
    ...open,
    answers: (type) => answers.has(type),
    verify: (question, context) => verifyChain(question, context, verifyPorts),
    verifySwap: (question, context) => verifySwap(question, context, verifyPorts),
    opinions: ports.opinions,
  };
}
