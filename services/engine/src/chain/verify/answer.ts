import { reaches, type DataType, type Level } from '@assay/catalog/define';
import type { Params } from '../../providers/define.ts';
import type { AttemptReport, Report } from '../../verification/report.ts';
import type { Clock } from '../../verification/consult.ts';
import type { ChainNode } from '../nodes/node.ts';
import type { NodeReader } from '../nodes/reader.ts';
import type { Slots } from '../nodes/slots.ts';
import type { ChainQuestion, Derived } from '../types/define.ts';
import { confirm, type Confirmation } from './confirm.ts';
import { gather } from './gather.ts';
import { createListBook } from './list-book.ts';
import type { Meter } from './meter.ts';
import type { Peers, PeersAsked, PeerSaid } from './peers.ts';
import { planNodes, type MeasuredNodes } from './plan-nodes.ts';
import { conflictReason, failureReason, levelReason, shortfall } from './reasons.ts';
import { readingReports } from './reading-reports.ts';
import { judgePart, settle, type Judgement } from './settle.ts';
import { openDesk, type Desk, type View } from './views.ts';

/** One question about the chain, as a caller asked it. */
export type AskedPart = {
  readonly type: DataType;
  readonly paramsJson: string;
  readonly params: Params;
  readonly required: Level;
  readonly question: ChainQuestion;
  readonly meter: Meter;
  /** Asked by now, where the type has any. */
  readonly peers: () => PeersAsked | undefined;
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
  readonly reports: readonly Report[];
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
  const call = { deadlineAtMs, foreseen: foreseen.addresses, foreseenMints: foreseen.mints, maxAgeMs };
  const desk = openDesk(parts, plan.nodes, call, {
    reader: ports.reader,
    clock,
    listOf: (mint) => lists?.of(mint) ?? Promise.resolve({ kind: 'unread', why: 'nobody was asked' }),
    ageMs: ports.slots.ageMs,
  });
  await gather(plan.nodes, plan.wanted, desk, clock);
  await settle(desk, plan.nodes, parts.length, deadlineAtMs, { measured, clock });
  const simulations: AttemptReport[] = [];
  const confirmations = await confirmParts(parts, desk, plan.nodes, simulations, deadlineAtMs, ports);
  const said = await Promise.all(parts.map((part) => peersOf(part, deadlineAtMs, clock)));
  const judgements = parts.map((_part, index) => judgePart(desk, index, measured));
  const reports = parts.map((part, index) => {
    const judgement = judgements[index] as Judgement;
    const others = [
      ...(part === lister ? (lists?.attempts() ?? []) : []),
      ...(confirmations[index] === undefined ? [] : simulations),
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
  desk: Desk,
  nodes: readonly ChainNode[],
  simulations: AttemptReport[],
  deadlineAtMs: number,
  { reader, measured, clock }: ChainPorts,
): Promise<readonly (Confirmation | undefined)[]> {
  const confirmations: (Confirmation | undefined)[] = [];
  for (const [part, { meter }] of parts.entries()) {
    const judgement = judgePart(desk, part, measured);
    const derived = deliverable(judgement, part);
    const anchored = judgement.judged?.kind === 'level' && judgement.judged.level === 'anchored';
    const record = (attempt: AttemptReport): void => void simulations.push(attempt);
    confirmations.push(
      derived?.simulation === undefined || !anchored
        ? undefined
        : await confirm({
            desk,
            nodes,
            part,
            parts: parts.length,
            meter,
            deadlineAtMs,
            reader,
            measured,
            clock,
            record,
          }),
    );
  }
  return confirmations;
}

async function peersOf({ peers }: AskedPart, deadlineAtMs: number, clock: Clock): Promise<readonly PeerSaid[]> {
  const asked = peers();
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

function sourceView(judgement: Judgement | undefined): View | undefined {
  const judged = judgement?.judged;
  return judged?.kind === 'level' ? judgement?.views[judged.source] : undefined;
}

function deliverable(judgement: Judgement, part: number): Derived | undefined {
  const outcome = sourceView(judgement)?.outcomes[part];
  return outcome?.kind === 'value' ? outcome.value : undefined;
}

/** Everything that one part's report is made of. */
type PartFacts = {
  readonly part: AskedPart;
  readonly index: number;
  readonly desk: Desk;
  readonly nodes: readonly ChainNode[];
  readonly judgement: Judgement;
  readonly confirmation: Confirmation | undefined;
  readonly peers: readonly PeerSaid[];
  /** Attempts that were made besides reading accounts. */
  readonly others: readonly AttemptReport[];
  readonly slots: Slots;
};

function reportOfPart(facts: PartFacts): Report {
  const { part, index, desk, judgement, confirmation, peers, others } = facts;
  const source = sourceView(judgement);
  const readings = readingReports(desk, index, judgement);
  const common = {
    type: part.type,
    paramsJson: part.paramsJson,
    totalCostMicros: part.meter.spentMicros() + peers.reduce((sum, { attempt }) => sum + attempt.costMicros, 0n),
    attempts: [...readings, ...others, ...peers.map(({ attempt }) => attempt)],
    pairs: judgement.pairs,
  };
  if (judgement.judged?.kind === 'conflict') {
    return { ...common, outcome: 'refused', reason: conflictReason(judgement, index, judgement.judged) };
  }
  const outcome = source?.outcomes[index];
  if (source === undefined || outcome === undefined) {
    return { ...common, ...failureReason(part.type.id, desk, index) };
  }
  if (outcome.kind === 'problem') {
    const { code, message } = outcome.problem;
    return { ...common, outcome: 'no_source', reason: message, problemCode: code };
  }
  const derived = outcome.value;
  const contradictions = peers.flatMap(({ attempt, contradiction }) => {
    const what = contradiction(derived);
    return what === undefined ? [] : [`${attempt.provider} contradicts the state of the chain: ${what}`];
  });
  if (contradictions.length > 0) {
    return { ...common, outcome: 'refused', reason: contradictions.join('; ') };
  }
  if (confirmation?.kind === 'contradicted') {
    const reason = `${confirmation.reason}, and what ${source.node.name} shows gives ${derived.simulation?.amountOut}`;
    return { ...common, outcome: 'refused', reason };
  }
  return judgedReport(facts, source, derived, common);
}

/** The report of a datum that nothing contradicts. */
function judgedReport(
  { part, judgement, index, confirmation, desk, nodes, slots }: PartFacts,
  source: View,
  derived: Derived,
  common: Pick<Report, 'type' | 'paramsJson' | 'totalCostMicros' | 'attempts' | 'pairs'>,
): Report {
  const { judged } = judgement;
  const anchored = judged?.kind === 'level' && judged.level === 'anchored';
  const level: Level = !anchored ? 'single_source' : confirmation?.kind === 'unconfirmed' ? 'consensus' : 'anchored';
  const data = confirmation?.kind === 'confirmed' ? { ...derived.data, simulated: true } : derived.data;
  const used = {
    source: source.node.name,
    dataJson: JSON.stringify(part.type.data.parse(data)),
    costMicros: source.reading.costsMicros[index] ?? 0n,
  };
  const short = shortfall({ judgement, desk, nodes, slots, confirmation });
  if (!reaches(level, part.required)) {
    const reason = `${part.required} was required and only ${level} was reached: ${short}`;
    return { ...common, level, used, outcome: 'refused', reason };
  }
  const reason =
    level === 'single_source'
      ? `one node was read and no independent node confirmed it: ${short}`
      : levelReason(judgement, index, confirmation);
  return { ...common, level, used, outcome: 'delivered', reason };
}
