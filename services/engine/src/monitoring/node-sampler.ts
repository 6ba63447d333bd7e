import { z } from 'zod';
import type { Budget } from '../sources/budget.ts';
import type { Burst, NodeAnswer } from '@assay/independence/nodes/observe-burst';
import type { FetchProvider } from '../providers/fetch.ts';
import type { Clock } from '@assay/service/clock';

/** A node as it is asked for its newest slot. */
export type SampledNode = {
  readonly id: string;
  /** Where its JSON-RPC is reached. It may hold a key and is never shown. */
  readonly url: string;
  /** Of which at least half is left to callers. */
  readonly budget: Pick<Budget, 'hasHeadroom' | 'take'>;
};

/** Milliseconds from one burst to the next: while something is still to be found out, and after that. */
export type NodeSamplingPace = { readonly quickMs: number; readonly calmMs: number };

/**
 * How often nodes are asked: two requests to each node every time. A public node takes some forty requests of one method in
 * ten seconds, of which this is half while something is still to be found out.
 */
export const nodePaces: Readonly<Record<'live' | 'sandbox', NodeSamplingPace>> = {
  live: { quickMs: 1_000, calmMs: 15_000 },
  sandbox: { quickMs: 150, calmMs: 1_000 },
};

/** What sampling nodes needs. */
export type NodeSamplerPorts = {
  readonly nodes: readonly SampledNode[];
  readonly fetch: FetchProvider;
  readonly clock: Clock;
  readonly pace: NodeSamplingPace;
  /** Whether asking quickly has told what it can. */
  readonly isSettled: () => boolean;
  /** Told of every burst. Never throws. */
  readonly onBurst: (burst: Burst) => void;
};

/** An answer that takes longer is of no use: the next round cannot wait for it, and what it says is old by then. */
const answerWithinMs = 400;
const roundsPerBurst = 2;
/** A node that says that it is asked too often is left alone for so long, unless it names a time. */
const pauseMs = 10_000;
/** The golden ratio's fraction: steps that it spreads never fall in with the chain's own. */
const golden = 0.618_033_988_749_895;

const reply = z.object({ result: z.union([z.string().regex(/^\d{1,15}$/), z.bigint(), z.int().nonnegative()]) });

/**
 * Creates the sampler of a chain's nodes. Rounds never overlap: all answers of one have arrived or are given up before the
 * next one is sent, since that order is the evidence.
 * @returns what is called several times a second while this process has the lead.
 */
export function createNodeSampler(ports: NodeSamplerPorts): () => void {
  const { clock, pace } = ports;
  const pausedUntilMs = new Map<string, number>();
  let lastAtMs = 0;
  let bursts = 0;
  let underWay = false;
  const sample = async (): Promise<void> => {
    const atMs = clock.now();
    const rounds: NodeAnswer[][] = [];
    for (let round = 0; round < roundsPerBurst; round += 1) {
      const asked = ports.nodes.filter(
        ({ id, budget }) => (pausedUntilMs.get(id) ?? 0) <= clock.now() && budget.hasHeadroom() && budget.take(),
      );
      const answers = await Promise.all(asked.map((node) => ask(node, ports, pausedUntilMs)));
      rounds.push(answers.flatMap((answer) => answer ?? []));
    }
    ports.onBurst({ atMs, rounds });
  };
  return () => {
    const now = clock.now();
    const everyMs = ports.isSettled() ? pace.calmMs : pace.quickMs;
    const spread = ((bursts * golden) % 1) / 2;
    if (underWay || ports.nodes.length < 2 || now < lastAtMs + everyMs * (0.75 + spread)) {
      return;
    }
    lastAtMs = now;
    bursts += 1;
    underWay = true;
    void sample().then(() => (underWay = false));
  };
}

async function ask(
  { id, url }: SampledNode,
  { fetch, clock }: NodeSamplerPorts,
  pausedUntilMs: Map<string, number>,
): Promise<NodeAnswer | undefined> {
  const { origin, pathname, search } = new URL(url);
  const fetched = await fetch(
    origin,
    {
      method: 'POST',
      path: `${pathname}${search}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getSlot', params: [{ commitment: 'confirmed' }] }),
    },
    answerWithinMs,
  );
  if (fetched.kind === 'timeout') {
    return undefined;
  }
  if (fetched.kind === 'answered' && fetched.status === 429) {
    pausedUntilMs.set(id, clock.now() + (fetched.retryAfterMs ?? pauseMs));
    return undefined;
  }
  const parsed = fetched.kind === 'answered' && fetched.status === 200 ? reply.safeParse(fetched.body) : undefined;
  return parsed?.success === true ? { node: id, slot: Number(parsed.data.result) } : { node: id, failed: true };
}
