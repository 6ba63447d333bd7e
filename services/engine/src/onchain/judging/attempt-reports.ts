import type { AttemptReport } from '../../verification/report.ts';
import type { Outcome } from '@assay/solana/outcome';
import type { Derived } from '../types/define.ts';
import type { Judgement } from './reconcile.ts';
import type { Desk, Reading } from '../reads/read-session.ts';
import { isSound } from '../reads/read-session.ts';

/** All readings of a call as the decision on one of its questions keeps them, in the order of asking. */
export function readingReports(desk: Desk, part: number, { judged, views }: Judgement): AttemptReport[] {
  const source = judged?.kind === 'level' ? views[judged.source]?.reading : undefined;
  const reference =
    judged?.kind === 'level' && judged.reference !== undefined ? views[judged.reference]?.reading : undefined;
  return desk.readings.map((reading, place) => {
    const role = roleOf(reading, { source, reference, first: place === 0 });
    return {
      provider: reading.node.name,
      span: `read ${reading.node.id}`,
      role,
      ...whatItSaid(reading, part),
      askedAtMs: reading.askedAtMs,
      receivedAtMs: reading.driven?.receivedAtMs ?? 0,
      sourceAtMs: 0,
      costMicros: reading.costsMicros[part] ?? 0n,
      coalesced: reading.driven?.coalesced ?? false,
    };
  });
}

function roleOf(
  reading: Reading,
  known: { readonly source: Reading | undefined; readonly reference: Reading | undefined; readonly first: boolean },
): AttemptReport['role'] {
  if (reading === known.source) {
    return 'source';
  }
  if (reading === known.reference) {
    return 'reference';
  }
  if (reading.hedge) {
    return 'hedge';
  }
  return known.first && known.source === undefined ? 'source' : 'peer';
}

function whatItSaid(
  { driven, discounted }: Reading,
  part: number,
): Pick<AttemptReport, 'outcome' | 'detail' | 'dataJson' | 'httpStatus'> {
  if (driven === undefined) {
    return { outcome: 'timeout', detail: 'enough others had answered', dataJson: '', httpStatus: 0 };
  }
  if (driven.end.kind === 'failed') {
    const { outcome, detail, httpStatus } = driven.end;
    return { outcome, detail, dataJson: '', httpStatus };
  }
  const outcome = driven.end.outcomes[part];
  const dataJson = dataOf(outcome, driven.end.snapshot.slot);
  if (discounted !== '') {
    return { outcome: 'stale', detail: discounted, dataJson, httpStatus: 200 };
  }
  if (outcome?.kind !== 'problem') {
    return { outcome: 'ok', detail: '', dataJson, httpStatus: 200 };
  }
  const { code, message } = outcome.problem;
  return {
    outcome: isSound(outcome) ? 'no_datum' : 'malformed',
    detail: `${code}: ${message}`,
    dataJson,
    httpStatus: 200,
  };
}

/** A problem is kept with its slot too, so that reads that differ can be told apart later. */
function dataOf(outcome: Outcome<Derived> | undefined, slot: number): string {
  return outcome?.kind === 'value'
    ? JSON.stringify(outcome.value.data)
    : JSON.stringify({ slot, problem: outcome?.problem.code ?? null });
}
