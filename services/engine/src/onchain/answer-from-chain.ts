import type { DataType, Level } from '@assay/catalog/define';
import type { QuestionParams } from '../providers/define.ts';
import type { AttemptReport, AnswerReport } from '../verification/report.ts';
import type { Clock } from '@assay/service/clock';
import type { ChainNode } from './nodes/node.ts';
import type { NodeReader } from './nodes/node-reader.ts';
import type { Slots } from './nodes/slot-tracker.ts';
import type { ChainQuestion, Derived } from './types/define.ts';
import { confirm, type Confirmation, type ConfirmCall } from './judging/confirm.ts';
import { gather } from './reads/hedged-read.ts';
import { createListBook } from './reads/holder-lists.ts';
import type { Meter } from './reads/cost-budget.ts';
import type { Peers, PeersAsked, PeerSaid } from './opinions/opinion-providers.ts';
import { planNodes, type MeasuredNodes } from './reads/plan-nodes.ts';
import { reportOfPart } from './judging/part-report.ts';
import { deliverable, judgePart, settle, sourceView, type Judgement } from './judging/reconcile.ts';
import { createAhead, type Ahead } from './judging/speculative-simulation.ts';
import { simulate } from './judging/simulate-quote.ts';
import { openDesk, type View } from './reads/read-session.ts';

/** One question about the chain, as a caller asked it. */
export type AskedPart = {
  readonly type: DataType;
  readonly paramsJson: string;
  readonly params: QuestionParams;
  readonly required: Level;
  readonly question: ChainQuestion;
  readonly meter: Meter;
  /**
   * The type's peers, asked the first time that it is known what about.
   * @param derived what would be delivered, once that is known.
   */
  readonly peers: (derived?: Derived) => PeersAsked | undefined;
};

/** What answering from the chain needs. */
export type ChainPorts = {
  readonly nodes: readonly ChainNode[];
  readonly reader: NodeReader;
  readonly slots: Slots;
  readonly measured: MeasuredNodes;
  readonly clock: Clock;
  /** Peers by data type. */
  readonly peers: ReadonlyMap<string, Peers>;
};

/** What an earlier answer to the same questions turned out to need. */
export type Foreseen = { readonly addresses: readonly string[]; readonly mints: readonly string[] };

/** What became of the questions of one call, and the read that they were answered from. */
export type ChainAnswered = {
  /** In the order of the questions. */
  readonly reports: readonly AnswerReport[];
  /** The read that an answer rests on, be it a datum or the reason why there is none. */
  readonly source: View | undefined;
};

/** How long peers may keep an answer waiting that the chain has already given. */
const peersGraceMs = 800;

/** Answers questions about the chain, all from the same reads. */
export async function answerFromChain(
  parts: readonly AskedPart[],
  foreseen: Foreseen,
  deadlineAtMs: number,
  ports: ChainPorts,
): Promise<ChainAnswered> {
  const { clock, measured } = ports;
  const plan = planNodes(ports.nodes, ports.slots, measured);
  const lister = parts.find(({ type }) => type.id === 'chain.token_risk') ?? parts[0];
  const lists =
    lister &&
    createListBook(plan.nodes.slice(0, plan.wanted), lister.meter, deadlineAtMs, { reader: ports.reader, clock });
  const maxAgeMs = Math.min(...parts.map(({ type }) => type.maxAgeMs));
  const ahead = aheadOf(parts, foreseen, plan.nodes, deadlineAtMs, ports);
  const shown: Ahead['shown'] = (node, snapshot) => ahead?.shown(node, snapshot);
  const call = { deadlineAtMs, foreseen: foreseen.addresses, foreseenMints: foreseen.mints, maxAgeMs, shown };
  const desk = openDesk(parts, plan.nodes, call, {
    reader: ports.reader,
    clock,
    listOf: (mint) => lists?.of(mint) ?? Promise.resolve({ kind: 'unread', why: 'nobody was asked' }),
    ageMs: ports.slots.ageMs,
  });
  const gathered = gather(plan.nodes, plan.wanted, desk, clock);
  // Peers are asked once the nodes are, so that none of them keeps a node waiting.
  parts.forEach(({ peers }) => peers());
  await gathered;
  await settle(desk, plan.nodes, parts.length, deadlineAtMs, { measured, clock });
  const simulations: AttemptReport[] = [];
  const confirmations = await confirmParts(parts, { desk, nodes: plan.nodes, simulations, deadlineAtMs, ahead }, ports);
  const judgements = parts.map((_part, index) => judgePart(desk, index, measured));
  const said = await Promise.all(
    parts.map((part, index) => peersOf(part, deliverable(judgements[index], index), deadlineAtMs, clock)),
  );
  const reports = parts.map((part, index) => {
    const judgement = judgements[index] as Judgement;
    const others = [
      ...(part === lister ? (lists?.attempts() ?? []) : []),
      // One that began early was paid for, whether or not there was anything left to confirm.
      ...(part.question.computable === true ? simulations : []),
    ];
    return reportOfPart({
      part,
      index,
      desk,
      nodes: plan.nodes,
      judgement,
      confirmation: confirmations[index],
      peers: said[index] ?? [],
      others,
      slots: ports.slots,
    });
  });
  return { reports, source: judgements.map(sourceView).find((view) => view !== undefined) };
}

async function confirmParts(
  parts: readonly AskedPart[],
  call: Pick<ConfirmCall, 'desk' | 'nodes' | 'deadlineAtMs' | 'ahead'> & { readonly simulations: AttemptReport[] },
  { reader, measured, clock }: ChainPorts,
): Promise<readonly (Confirmation | undefined)[]> {
  const { desk, simulations, ahead } = call;
  const confirmations: (Confirmation | undefined)[] = [];
  for (const [part, { meter, question }] of parts.entries()) {
    const judgement = judgePart(desk, part, measured);
    const derived = deliverable(judgement, part);
    const anchored = judgement.judged?.kind === 'level' && judgement.judged.level === 'anchored';
    const record = (attempt: AttemptReport): void => void simulations.push(attempt);
    confirmations.push(
      derived?.simulation === undefined || !anchored
        ? undefined
        : await confirm({
            ...call,
            part,
            parts: parts.length,
            meter,
            ahead: question.computable === true ? ahead : undefined,
            reader,
            measured,
            clock,
            record,
          }),
    );
  }
  simulations.push(...((await ahead?.unused()) ?? []));
  return confirmations;
}

/**
 * Only where it is known from before what has to be read: else more reads follow, at other slots, and a simulation that
 * began at the first would be paid for in vain.
 */
function aheadOf(
  parts: readonly AskedPart[],
  foreseen: Foreseen,
  nodes: readonly ChainNode[],
  deadlineAtMs: number,
  ports: ChainPorts,
): Ahead | undefined {
  const part = parts.find(({ question }) => question.computable === true);
  return part === undefined || foreseen.addresses.length === 0
    ? undefined
    : createAhead({
        question: part.question,
        nodes,
        measured: ports.measured,
        simulate: (node, simulation, slot) =>
          simulate(node, simulation, slot, { meter: part.meter, deadlineAtMs }, ports),
      });
}

async function peersOf(
  { peers }: AskedPart,
  derived: Derived | undefined,
  deadlineAtMs: number,
  clock: Clock,
): Promise<readonly PeerSaid[]> {
  const asked = peers(derived);
  if (asked === undefined) {
    return [];
  }
  const waitMs = Math.max(0, Math.min(peersGraceMs, deadlineAtMs - clock.now()));
  await new Promise<void>((resolve) => {
    const cancel = clock.after(waitMs, resolve);
    void asked.all.then(() => {
      cancel();
      resolve();
    });
  });
  return asked.said();
}
