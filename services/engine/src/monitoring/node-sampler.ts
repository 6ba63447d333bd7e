import { z } from 'zod';
import { maxSlot } from '@assay/solana/nodes/chain-tip';
import type { Burst, NodeAnswer } from '@assay/independence/nodes/observe-burst';
import type { Clock } from '@assay/runtime/clock';
import type { FetchProvider } from '@assay/providers/fetch';
import type { Budget } from '@assay/concurrency/request-budget';

/** A node that the sampler asks for its newest slot. */
export type SampledNode = {
  readonly id: string;
  /** The URL of the node's JSON-RPC. It may contain a key, so no code logs or returns it. */
  readonly url: string;
  /** The node's request budget. The sampler leaves at least half of it for callers. */
  readonly budget: Pick<Budget, 'hasHeadroom' | 'take'>;
};

/**
 * Milliseconds between two bursts of requests to the nodes: `quickMs` while a verdict is pending, `calmMs` after that.
 */
export type NodeSamplingPace = { readonly quickMs: number; readonly calmMs: number };

/**
 * The pace of each mode. A burst sends two requests to each node. A public node accepts about 40 requests of one method
 * in ten seconds, and the quick pace uses half of that.
 */
export const nodePaces: Readonly<Record<'live' | 'sandbox', NodeSamplingPace>> = {
  live: { quickMs: 1_000, calmMs: 15_000 },
  sandbox: { quickMs: 150, calmMs: 1_000 },
};

/** The dependencies of a node sampler. */
export type NodeSamplerPorts = {
  readonly nodes: readonly SampledNode[];
  readonly fetch: FetchProvider;
  readonly clock: Clock;
  readonly pace: NodeSamplingPace;
  /** Returns whether every pair of nodes has its final verdict, so that the calm pace is enough. */
  readonly isSettled: () => boolean;
  /** Receives every burst. Must not throw. */
  readonly onBurst: (burst: Burst) => void;
  /** Receives an unexpected error in the handling of a burst's answers. */
  readonly onUnexpected?: (source: string, error: unknown) => void;
};

/**
 * Time limit of an answer, in milliseconds. Later answers are not used, because the next round of requests cannot wait
 * for them.
 */
const answerTimeoutMs = 400;
const roundsPerBurst = 2;
/** Milliseconds for which a node is not asked after HTTP 429 without `Retry-After`. */
const defaultPauseMs = 10_000;
/** Maximum size of a node's reply, in bytes. A slot and its JSON-RPC envelope need less than a hundred bytes. */
const maxReplyBytes = 4_096;
/**
 * Maximum milliseconds for which a node that requests a pause is not asked. Without a maximum, a node could end its own
 * measurement by requesting a very long pause.
 */
const maxPauseMs = 60_000;
/**
 * The fractional part of the golden ratio. Multiples of it are spread evenly, so the intervals between requests never
 * synchronise with the chain's slots.
 */
const golden = 0.618_033_988_749_895;

const reply = z.object({
  result: z
    .union([z.string().regex(/^\d{1,15}$/), z.bigint(), z.int()])
    .transform(Number)
    .pipe(z.int().nonnegative().max(maxSlot)),
});

/**
 * Creates the sampler of the chain's nodes. The evidence is the order of the rounds of requests. So the next round
 * starts only when every answer of the last one has arrived or timed out.
 * @returns the function to call several times a second while this replica is the leader.
 */
export function createNodeSampler(ports: NodeSamplerPorts): () => void {
  const { clock, pace } = ports;
  const pausedUntilMs = new Map<string, number>();
  let lastAtMs = 0;
  let bursts = 0;
  let inFlight = false;
  const sample = async (): Promise<void> => {
    const atMs = clock.now();
    // The wall clock may be set during the burst, and this must not change the order of the requests. So the times come
    // from the monotonic clock.
    const aheadMs = atMs - clock.monotonic();
    const rounds: NodeAnswer[][] = [];
    for (let round = 0; round < roundsPerBurst; round += 1) {
      const ready = ports.nodes.filter(
        ({ id, budget }) => (pausedUntilMs.get(id) ?? 0) <= clock.monotonic() && budget.hasHeadroom() && budget.take(),
      );
      const answers = await Promise.all(ready.map((node) => ask(node, ports, pausedUntilMs, aheadMs)));
      rounds.push(answers.flatMap((answer) => answer ?? []));
    }
    ports.onBurst({ atMs, rounds });
  };
  return () => {
    const now = clock.monotonic();
    const everyMs = ports.isSettled() ? pace.calmMs : pace.quickMs;
    const spread = ((bursts * golden) % 1) / 2;
    if (inFlight || ports.nodes.length < 2 || now < lastAtMs + everyMs * (0.75 + spread)) {
      return;
    }
    lastAtMs = now;
    bursts += 1;
    inFlight = true;
    const end = (): void => void (inFlight = false);
    void sample().then(end, (error: unknown) => {
      end();
      ports.onUnexpected?.('sample of the nodes', error);
    });
  };
}

async function ask(
  { id, url }: SampledNode,
  { fetch, clock }: NodeSamplerPorts,
  pausedUntilMs: Map<string, number>,
  aheadMs: number,
): Promise<NodeAnswer | undefined> {
  const { origin, pathname, search } = new URL(url);
  const askedMs = aheadMs + clock.monotonic();
  const fetched = await fetch(
    origin,
    {
      method: 'POST',
      path: `${pathname}${search}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getSlot', params: [{ commitment: 'confirmed' }] }),
      maxBytes: maxReplyBytes,
    },
    answerTimeoutMs,
  );
  if (fetched.kind === 'timeout') {
    return undefined;
  }
  if (fetched.kind === 'answered' && fetched.status === 429) {
    pausedUntilMs.set(id, clock.monotonic() + Math.min(fetched.retryAfterMs ?? defaultPauseMs, maxPauseMs));
    return undefined;
  }
  const parsed = fetched.kind === 'answered' && fetched.status === 200 ? reply.safeParse(fetched.body) : undefined;
  return parsed?.success === true
    ? { node: id, slot: parsed.data.result, askedMs, answeredMs: aheadMs + clock.monotonic() }
    : { node: id, failed: true, askedMs };
}
