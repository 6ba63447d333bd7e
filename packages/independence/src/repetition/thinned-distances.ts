import { repetitionRule } from '../constants/repetition.ts';
import { sizeOf } from './distance-sizes.ts';
import type { ThinnedView, ValueHistory } from './repetition-state.ts';

const { thinnedSteps, thinnedAnswers } = repetitionRule;
/** By how much longer than usual the answers of one view may take before the view is left out. */
const slowFactor = 1.35;

/**
 * Learns how far values lie from a provider's own answers when only every second, or every fourth, answer is looked at.
 * The answers half-way between stand for what a copy reads at another moment. A copy that is read between two polls
 * lies closer.
 */
export function learnThinnedDistances(history: ValueHistory): void {
  const { answerLogs, answerMs, answerNews } = history;
  const newest = history.answers;
  const place = newest % thinnedAnswers;
  answerLogs[place] = history.logs[(history.runs - 1) % repetitionRule.historyRuns] ?? 0;
  answerNews[place] = history.isNews[(history.runs - 1) % repetitionRule.historyRuns] ?? 0;
  answerMs[place] = history.takenMs;
  history.answers++;
  for (const [index, half] of thinnedSteps.entries()) {
    const view = history.thinned[index];
    const oldest = newest - 3 * half;
    if (view === undefined || oldest < 0) {
      continue;
    }
    const at = (answer: number): number => answerLogs[answer % thinnedAnswers] ?? 0;
    const centre = newest - half;
    const phase = centre % (2 * half);
    const spanMs = history.takenMs - (answerMs[oldest % thinnedAnswers] ?? 0);
    if (spanMs > slowFactor * 3 * half * history.gapMs) {
      view.lastSizes[phase] = -1;
    } else if (at(centre) !== at(oldest)) {
      const apart = Math.min(Math.abs(at(centre) - at(centre - half)), Math.abs(at(centre) - at(newest)));
      learnSize(view, { phase, size: sizeOf(1e4 * apart), isNews: answerNews[centre % thinnedAnswers] === 1, half });
    }
  }
}

type SizeOfMove = { readonly phase: number; readonly size: number; readonly isNews: boolean; readonly half: number };

function learnSize(view: ThinnedView, { phase, size, isNews, half }: SizeOfMove): void {
  const before = view.lastSizes[phase] ?? -1;
  view.lastSizes[phase] = size;
  if (!isNews) {
    return;
  }
  // Each change is met once per phase.
  const weight = 1 / (2 * half);
  view.values[size] = (view.values[size] ?? 0) + weight;
  if (before >= 0) {
    const larger = Math.max(size, before);
    view.moves[larger] = (view.moves[larger] ?? 0) + weight;
  }
}
