import type { AnswerReport } from '../../verification/report.ts';
import type { ChainNode } from '../nodes/node.ts';
import { slotsThatKeepUp, type Slots } from '../nodes/slot-tracker.ts';
import type { Confirmation } from './confirm.ts';
import type { JudgedViews } from './judge-snapshots.ts';
import type { Judgement } from './reconcile.ts';
import { isSound, type Desk, type Reading, type View } from '../reads/read-session.ts';

/** Why a level above single_source was reached, naming who confirms it and who was outvoted. */
export function levelReason(
  { judged, views }: Judgement,
  part: number,
  confirmation: Confirmation | undefined,
): string {
  if (judged?.kind !== 'level' || judged.reference === undefined) {
    return '';
  }
  const [source, reference] = [views[judged.source], views[judged.reference]];
  const outvoted = judged.outvoted.flatMap((place) => views[place]?.node.name ?? []);
  const others = confirmation?.kind === 'confirmed' ? confirmation.others : [];
  const but = [...outvoted, ...others];
  const end = but.length === 0 ? '' : `; outvoted: ${but.join(', ')}`;
  if (confirmation?.kind === 'confirmed') {
    return `${confirmation.node.name}, measured to be independent of ${source?.node.name}, simulated the swap and got the same amount${end}`;
  }
  const datum = source !== undefined && source.outcomes[part]?.kind === 'value' ? 'the same' : 'no such datum';
  const same = `${reference?.node.name}, measured to be independent of ${source?.node.name}, read the same accounts at slot ${reference?.snapshot.slot} and they give ${datum}`;
  return confirmation?.kind === 'unconfirmed' ? `${same}; ${confirmation.reason}${end}` : same + end;
}

/** Why nothing can be delivered: which node contradicts which, and in what. */
export function conflictReason(
  { views }: Judgement,
  part: number,
  { place, contradictedBy }: Extract<JudgedViews, { kind: 'conflict' }>,
): string {
  const own = views[place];
  const parts = contradictedBy.flatMap((other) => {
    const view = views[other];
    return own === undefined || view === undefined
      ? []
      : [`${view.node.name} at slot ${view.snapshot.slot} (${differences(own, view, part)})`];
  });
  return `nodes of the chain contradict one another without a majority: ${own?.node.name} at slot ${own?.snapshot.slot} is contradicted by ${parts.join(', ')}`;
}

const shownFields = 3;
const longestValue = 80;

/** What two reads differ in, field by field. */
function differences(one: View, other: View, part: number): string {
  const [left, right] = [one.outcomes[part], other.outcomes[part]];
  if (left?.kind !== 'value' || right?.kind !== 'value') {
    const what = (outcome: typeof left): string =>
      outcome?.kind === 'problem' ? outcome.problem.message : 'there is a datum';
    return `${what(right)}, against: ${what(left)}`;
  }
  const fields = Object.keys(left.value.data).filter((name) => name !== 'slot');
  const shown = (value: unknown): string => JSON.stringify(value).slice(0, longestValue);
  return fields
    .filter((name) => shown(left.value.data[name]) !== shown(right.value.data[name]))
    .slice(0, shownFields)
    .map((name) => `${name} ${shown(right.value.data[name])} against ${shown(left.value.data[name])}`)
    .join(', ');
}

/** What a call that nobody could answer comes to. Nodes that agree on what is wrong with the bytes did their work. */
export function failureReason(
  type: string,
  desk: Desk,
  part: number,
): Pick<AnswerReport, 'outcome' | 'reason'> & { readonly problemCode?: string } {
  const problems = desk.views().flatMap(({ outcomes }) => {
    const outcome = outcomes[part];
    return outcome?.kind === 'problem' ? [outcome.problem] : [];
  });
  const [first] = problems;
  if (first !== undefined && problems.length >= 2 && problems.every(({ code }) => code === first.code)) {
    return { outcome: 'no_source', reason: first.message, problemCode: first.code };
  }
  const parts = desk.readings.map((reading) => `${reading.node.name}: ${whyNot(reading, part)}`);
  return {
    outcome: 'failed',
    reason: `no node could answer ${type}: ${[...new Set(parts)].join('; ') || 'there was no time left to ask one'}`,
  };
}

function whyNot({ driven, discounted }: Reading, part: number): string {
  if (driven === undefined) {
    return 'no answer in time';
  }
  if (driven.end.kind === 'failed') {
    return driven.end.detail;
  }
  const outcome = driven.end.outcomes[part];
  return discounted !== '' ? discounted : outcome?.kind === 'problem' ? outcome.problem.message : 'it answered';
}

/** Why a level stayed below anchored. */
export function shortfall(known: {
  readonly judgement: Judgement;
  readonly desk: Desk;
  readonly nodes: readonly ChainNode[];
  readonly slots: Slots;
  readonly confirmation: Confirmation | undefined;
}): string {
  const { judgement, desk, nodes, slots, confirmation } = known;
  if (confirmation?.kind === 'unconfirmed') {
    return confirmation.reason;
  }
  const { judged, views } = judgement;
  const source = judged?.kind === 'level' ? views[judged.source] : undefined;
  const others = views.filter((view) => view !== source);
  const reasons: string[] = [];
  for (const { node } of others) {
    const pair = judgement.pairs.find(
      ({ a, b }) => [a, b].includes(node.name) && [a, b].includes(source?.node.name ?? ''),
    );
    reasons.push(
      pair?.verdict === 'shared_upstream'
        ? `${node.name} shares its upstream`
        : pair?.verdict === 'independent'
          ? `${node.name} shows an older slot`
          : `the independence of ${node.name} has not been measured yet`,
    );
  }
  const spoke = new Set([source?.node, ...others.map(({ node }) => node)]);
  for (const node of nodes.filter((each) => !spoke.has(each))) {
    reasons.push(
      absence(
        node,
        desk.readings.findLast((reading) => reading.node === node),
        slots,
      ),
    );
  }
  return reasons.join('; ') || 'only one node of the chain is set up';
}

function absence(node: ChainNode, reading: Reading | undefined, slots: Slots): string {
  const behind = slots.behind(node.id);
  if (behind > slotsThatKeepUp) {
    return `${node.name} is ${behind} slots behind`;
  }
  if (reading === undefined) {
    const state = node.breaker.state();
    return state === 'open' || state === 'half_open' ? `${node.name} is down` : `${node.name} was not needed`;
  }
  const end = reading.driven?.end;
  if (end === undefined) {
    return `${node.name} did not answer in time`;
  }
  if (end.kind === 'failed') {
    return `${node.name} failed (${end.detail})`;
  }
  return reading.discounted !== ''
    ? `${node.name} is too old (${reading.discounted})`
    : `${node.name} gave bytes that prove nothing${end.outcomes.every(isSound) ? '' : ' for it'}`;
}
