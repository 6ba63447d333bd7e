import type { Clock } from '@assay/runtime/clock';
import type { DataType, Level } from '@assay/catalog/define';
import type { QuestionParams } from '@assay/providers/define';
import type { Attempt, EngineAnswer } from '../verification/answer.ts';
import { confirm, type Confirmation, type ConfirmCall } from './judging/confirm.ts';
import { deliverable, judgePart, sourceSnapshot } from './judging/judge-part.ts';
import { answerOfPart } from './judging/part-answer.ts';
import { reconcile } from './judging/reconcile.ts';
import { simulate } from './judging/simulate-quote.ts';
import { createSpeculativeSimulation, type SpeculativeSimulation } from './judging/speculative-simulation.ts';
import type { NodeReader } from './nodes/node-reader.ts';
import type { ChainNode } from './nodes/node.ts';
import type { SlotTracker } from '@assay/solana/nodes/slot-tracker';
import type { GivenOpinion, OpinionProviders, PendingOpinions } from './opinions/opinion-providers.ts';
import { hedgedRead } from './reads/hedged-read.ts';
import { createHolderLists, type HolderLists } from './reads/holder-lists.ts';
import type { NodeSnapshot } from './reads/node-snapshot.ts';
import { planNodes, type MeasuredNodes, type NodePlan } from './reads/plan-nodes.ts';
import type { PrefetchHints } from './reads/prefetch-cache.ts';
import { openReadSession } from './reads/read-session.ts';
import type { BudgetedQuestion } from './reads/resolve-on-node.ts';
import type { Derived } from './types/define.ts';

/** One question of a call about the chain. A call about a swap has two questions: the quote and the risk. */
export type CallPart = BudgetedQuestion & {
  readonly type: DataType;
  readonly params: QuestionParams;
  readonly required: Level;
  /**
   * The first call requests opinions. Further calls return the same pending request. Returns undefined when no provider
   * gives opinions, or when the token is not known yet.
   * @param derived the datum that would be delivered, as soon as it is known.
   */
  readonly askOpinions: (derived?: Derived) => PendingOpinions | undefined;
};

/** The dependencies of an answer from the chain. */
export type ChainPorts = {
  readonly nodes: readonly ChainNode[];
  readonly reader: NodeReader;
  readonly slots: SlotTracker;
  readonly measured: MeasuredNodes;
  readonly clock: Clock;
  /** Whether the engine accepts a Clock sysvar that does not advance. The sandbox's control interface can stop it. */
  readonly allowsFixedClock: boolean;
  /** The opinion providers of each data type. */
  readonly opinions: ReadonlyMap<string, OpinionProviders>;
};

/** The answers to a call's questions, and the node snapshot from which they come. */
export type ChainAnswered = {
  /** One answer for each question, in the order of the questions. */
  readonly answers: readonly EngineAnswer[];
  /**
   * The node snapshot that the first answer is based on. It contains either the datum, or the proof that there is none.
   */
  readonly source: NodeSnapshot | undefined;
};

/** Maximum delay that opinions may add to an answer from the chain, in milliseconds. */
const opinionGraceMs = 800;

/** Answers all questions of a call from the same reads of the chain. */
export async function answerFromChain(
  parts: readonly CallPart[],
  hints: PrefetchHints,
  deadlineAtMs: number,
  ports: ChainPorts,
): Promise<ChainAnswered> {
  const { clock, measured, reader, slots } = ports;
  const plan = planNodes(ports.nodes, slots, measured);
  const { lister, lists } = holderListsOf(parts, plan, deadlineAtMs, ports);
  const speculative = speculativeSimulationOf(parts, hints, plan.nodes, deadlineAtMs, ports);
  const call = {
    deadlineAtMs,
    hints,
    maxAgeMs: Math.min(...parts.map(({ type }) => type.maxAgeMs)),
    onSnapshot: speculative?.onSnapshot ?? (() => undefined),
  };
  const session = openReadSession(parts, plan.nodes, call, {
    reader,
    clock,
    listOf: (mint) => lists?.listOf(mint) ?? Promise.resolve({ kind: 'unread', why: 'no node was asked' }),
    ageMs: slots.ageMs,
    allowsFixedClock: ports.allowsFixedClock,
  });
  const reads = hedgedRead(plan.nodes, plan.wanted, session, clock);
  // The nodes are asked first, so that the requests for opinions do not delay them.
  parts.forEach(({ askOpinions }) => askOpinions());
  await reads;
  await reconcile(session, plan.nodes, parts.length, deadlineAtMs, { measured, clock });
  const simulations: Attempt[] = [];
  const confirmCall = { session, nodes: plan.nodes, simulations, deadlineAtMs, speculative };
  const confirmations = await confirmParts(parts, confirmCall, ports);
  const judgements = parts.map((_part, index) => judgePart(session, index, measured));
  const opinions = await Promise.all(
    parts.map((part, index) => opinionsOn(part, deliverable(judgements[index], index), deadlineAtMs, clock)),
  );
  const answers = judgements.map((judgement, index) => {
    const part = parts[index] as CallPart;
    const otherAttempts = [
      ...(part === lister ? (lists?.attempts() ?? []) : []),
      // The call pays for the speculative simulation even if no answer used its result.
      ...(part.question.simulatable === true ? simulations : []),
    ];
    return answerOfPart({
      part,
      index,
      session,
      nodes: plan.nodes,
      judgement,
      confirmation: confirmations[index],
      opinions: opinions[index] ?? [],
      otherAttempts,
      listShortfall: part === lister ? lists?.shortfall() : undefined,
      slots,
    });
  });
  return { answers, source: judgements.map(sourceSnapshot).find((snapshot) => snapshot !== undefined) };
}

/** Returns the holder lists that the questions of a call share, and the question whose budget pays for them. */
function holderListsOf(
  parts: readonly CallPart[],
  { nodes }: NodePlan,
  deadlineAtMs: number,
  ports: ChainPorts,
): { readonly lister: CallPart | undefined; readonly lists: HolderLists | undefined } {
  const lister = parts.find(({ type }) => type.id === 'chain.token_risk') ?? parts[0];
  const lists = lister && createHolderLists(nodes, lister.budget, deadlineAtMs, ports);
  return { lister, lists };
}

async function confirmParts(
  parts: readonly CallPart[],
  call: Pick<ConfirmCall, 'session' | 'nodes' | 'deadlineAtMs' | 'speculative'> & {
    readonly simulations: Attempt[];
  },
  { reader, measured, clock }: ChainPorts,
): Promise<readonly (Confirmation | undefined)[]> {
  const { session, simulations, speculative } = call;
  const confirmations: (Confirmation | undefined)[] = [];
  for (const [part, { budget, question }] of parts.entries()) {
    const judgement = judgePart(session, part, measured);
    const derived = deliverable(judgement, part);
    const anchored = judgement.conclusion?.kind === 'level' && judgement.conclusion.level === 'anchored';
    confirmations.push(
      derived?.simulation === undefined || !anchored
        ? undefined
        : await confirm({
            ...call,
            part,
            parts: parts.length,
            budget,
            speculative: question.simulatable === true ? speculative : undefined,
            reader,
            measured,
            clock,
            onAttempt: (attempt) => void simulations.push(attempt),
          }),
    );
  }
  simulations.push(...((await speculative?.unused()) ?? []));
  return confirmations;
}

/**
 * Returns a speculative simulation if the prefetch hints name accounts to read. Without such hints, the call needs
 * several reads, and the later ones are at later slots. The result of the simulation would then not count, but still
 * cost credits.
 */
function speculativeSimulationOf(
  parts: readonly CallPart[],
  hints: PrefetchHints,
  nodes: readonly ChainNode[],
  deadlineAtMs: number,
  ports: ChainPorts,
): SpeculativeSimulation | undefined {
  const part = parts.find(({ question }) => question.simulatable === true);
  return part === undefined || hints.addresses.length === 0
    ? undefined
    : createSpeculativeSimulation({
        question: part.question,
        nodes,
        measured: ports.measured,
        simulate: (node, simulation, slot) =>
          simulate(node, simulation, slot, { budget: part.budget, deadlineAtMs }, ports),
      });
}

async function opinionsOn(
  { askOpinions }: CallPart,
  derived: Derived | undefined,
  deadlineAtMs: number,
  clock: Clock,
): Promise<readonly GivenOpinion[]> {
  const pending = askOpinions(derived);
  if (pending === undefined) {
    return [];
  }
  const waitMs = Math.max(0, Math.min(opinionGraceMs, deadlineAtMs - clock.monotonic()));
  await new Promise<void>((resolve) => {
    const cancel = clock.after(waitMs, resolve);
    void pending.all.then(() => {
      cancel();
      resolve();
    });
  });
  return pending.given();
}
