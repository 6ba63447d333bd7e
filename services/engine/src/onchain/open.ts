import type { Catalog } from '@assay/catalog/catalog';
import type { CallContext } from '@assay/rpc/context';
import type { FetchProvider } from '../providers/fetch.ts';
import type { AnswerReport } from '../verification/report.ts';
import type { SwapQuestion, SwapReport } from '../verification/swap-report.ts';
import type { EngineQuestion } from '../verification/verify.ts';
import type { Clock } from '@assay/service/clock';
import { openChainNodes, type ChainNode, type NodeSettings } from './nodes/node.ts';
import { createNodeReader, type NodeObservation, type NodeReader } from './nodes/node-reader.ts';
import { createNodeWatch, type NodeWatch } from './nodes/node-poller.ts';
import { createSlots, type Slots } from './nodes/slot-tracker.ts';
import { loadChainAnswers } from './types/define.ts';
import { createForesight } from './reads/prefetch-cache.ts';
import type { Peers } from './opinions/opinion-providers.ts';
import type { MeasuredNodes } from './reads/plan-nodes.ts';
import { verifyChain, type VerifyChainPorts } from './verify-chain.ts';
import { verifySwap } from './verify-swap.ts';

/** Everything about the chain that the rest of the process works with. */
export type Chain = {
  readonly nodes: readonly ChainNode[];
  readonly reader: NodeReader;
  readonly watch: NodeWatch;
  /** Whether a type is answered from the chain. */
  readonly answers: (type: string) => boolean;
  readonly verify: (question: EngineQuestion, context: CallContext) => Promise<AnswerReport>;
  readonly verifySwap: (question: SwapQuestion, context: CallContext) => Promise<SwapReport>;
  readonly slots: Slots;
  readonly peers: ReadonlyMap<string, Peers>;
};

/** What the chain needs of the process. */
export type ChainWorld = {
  readonly catalog: Catalog;
  readonly clock: Clock;
  readonly fetch: FetchProvider;
  /** What was measured about two nodes, by their names. */
  readonly measured: MeasuredNodes;
  readonly peers: ReadonlyMap<string, Peers>;
  /** Told of every read of accounts that ended. */
  readonly observed: (observation: NodeObservation) => void;
};

const watchEveryMs = { live: 2_000, sandbox: 400 } as const;

/** Opens the nodes and all that is answered from them. Throws for types that two folders answer. */
export async function openChain(settings: NodeSettings, world: ChainWorld): Promise<Chain> {
  const { catalog, clock, measured, peers } = world;
  const nodes = openChainNodes(settings, clock.now);
  const slots = createSlots(clock.now);
  const reader = createNodeReader({ fetch: world.fetch, now: clock.now, slots, observed: world.observed });
  const answers = await loadChainAnswers();
  const ports: VerifyChainPorts = {
    catalog,
    nodes,
    reader,
    slots,
    measured,
    clock,
    peers,
    answers,
    foresight: createForesight(),
  };
  return {
    nodes,
    reader,
    watch: createNodeWatch(nodes, { reader, slots, now: clock.now }, watchEveryMs[settings.mode]),
    answers: (type) => answers.has(type),
    verify: (question, context) => verifyChain(question, context, ports),
    verifySwap: (question, context) => verifySwap(question, context, ports),
    slots,
    peers,
  };
}
