import { responseRule } from '../constants/response.ts';
import { quantile } from '../quantile.ts';
import {
  createResponseState,
  firstCell,
  isFast,
  lagReach,
  moverAt,
  pairPlace,
  type MoverMemory,
  type ResponseState,
} from './response-state.ts';

/** One price that the response test takes. */
export type ResponseAnswer = {
  /** Natural logarithm of the price. */
  readonly log: number;
  readonly number: number;
  /** The power of ten of the last digit that is not zero. */
  readonly exponent: number;
  /** When the price was read, in milliseconds since the start of the state. */
  readonly readMs: number;
};

/** Takes one price of a provider. A price that differs from the provider's previous price is a move. */
export function recordMoves(response: ResponseState, index: number, answer: ResponseAnswer): void {
  const mover = moverAt(response, index);
  const { readMs } = answer;
  if (!hasPace(response, mover, readMs)) {
    return;
  }
  const { cellMs } = response;
  if (mover.answers > 0 && readMs - mover.lastAnswerMs < responseRule.minGapCells * cellMs) {
    return;
  }
  mover.answers++;
  mover.lastAnswerMs = readMs;
  mover.exponent = Math.min(mover.exponent, answer.exponent);
  mover.value = answer.number;
  const log = answer.log * 1e4;
  if (mover.moved > 0 && log === mover.lastLog) {
    return;
  }
  const sense = mover.moved === 0 ? 0 : log > mover.lastLog ? 1 : -1;
  if (sense === 0) {
    mover.firstLog = log;
  } else {
    const place = (mover.moved - 1) % responseRule.storedHolds;
    mover.holds[place] = (readMs - (mover.timesMs[(mover.moved - 1) % responseRule.storedMoves] ?? 0)) / cellMs;
    mover.steps[place] = Math.abs(log - mover.lastLog);
    mover.moves++;
    countMoves(response, index, readMs, sense);
  }
  const place = mover.moved % responseRule.storedMoves;
  mover.timesMs[place] = readMs;
  mover.logs[place] = log - mover.firstLog;
  mover.senses[place] = sense;
  mover.lastLog = log;
  mover.moved++;
}

/** Learns the width of a cell from the first gaps between answers. Returns whether the width is known. */
function hasPace(response: ResponseState, mover: MoverMemory, readMs: number): boolean {
  if (response.cellMs > 0) {
    return true;
  }
  if (mover.lastAnswerMs > 0) {
    response.gapsMs.push(readMs - mover.lastAnswerMs);
  }
  mover.lastAnswerMs = readMs;
  if (response.gapsMs.length >= responseRule.paceGaps) {
    response.cellMs = Math.max(responseRule.minCellMs, quantile(response.gapsMs, 0.5));
    response.gapsMs = [];
    response.nextMs = readMs + responseRule.judgeEveryMs;
    response.fadedMs = readMs;
    response.movers.forEach((each) => (each.lastAnswerMs = 0));
  }
  return false;
}

/** Clears all counts when the usual interval between polls has become much shorter or longer than a cell. */
export function followPace(response: ResponseState, pollMs: number): void {
  const { cellMs } = response;
  const wanted = Math.max(responseRule.minCellMs, pollMs);
  if (cellMs > 0 && Math.max(wanted / cellMs, cellMs / wanted) > responseRule.paceChange) {
    Object.assign(response, createResponseState());
  }
}

function countMoves(response: ResponseState, index: number, nowMs: number, sense: number): void {
  const { movers, cellMs, same, opposite, pairMoves } = response;
  const reach = lagReach(cellMs);
  const self = movers[index];
  for (const [other, mover] of movers.entries()) {
    const isSilent = mover.moved === 0 || nowMs - mover.lastAnswerMs > responseRule.silentCells * cellMs;
    // When both providers of a pair are fast, their moves cannot be assigned to one another, so counting them would
    // waste time.
    if (other === index || isSilent || (self !== undefined && isFast(self) && isFast(mover))) {
      continue;
    }
    const pair = pairPlace(index, other);
    const side = pair * 2 + (index < other ? 0 : 1);
    pairMoves[side] = (pairMoves[side] ?? 0) + 1;
    // A lag is the time of the provider with the higher index minus the time of the other one.
    const step = index < other ? -1 : 1;
    const centre = firstCell(pair) + reach;
    const stored = Math.min(mover.moved, responseRule.storedMoves);
    for (let age = 1; age <= stored; age++) {
      const place = (mover.moved - age) % responseRule.storedMoves;
      const lag = Math.round((nowMs - (mover.timesMs[place] ?? 0)) / cellMs);
      if (lag > reach) {
        break;
      }
      const at = centre + step * lag;
      const then = mover.senses[place] ?? 0;
      if (then === sense) {
        same[at] = (same[at] ?? 0) + 1;
      } else if (then !== 0) {
        opposite[at] = (opposite[at] ?? 0) + 1;
      }
    }
  }
}

/**
 * Halves all counts twice a day, so that the counts follow providers that change. Odd counts are rounded so that a
 * proof becomes harder.
 */
export function fadeResponses(response: ResponseState, nowMs: number): void {
  if (response.cellMs === 0 || nowMs - response.fadedMs < responseRule.halveEveryMs) {
    return;
  }
  response.fadedMs = nowMs;
  for (const mover of response.movers) {
    mover.moves /= 2;
    mover.answers /= 2;
  }
  for (let cell = 0; cell < response.same.length; cell++) {
    response.same[cell] = ((response.same[cell] ?? 0) + 1) >> 1;
    response.opposite[cell] = (response.opposite[cell] ?? 0) >> 1;
  }
  for (let cell = 0; cell < response.pairMoves.length; cell++) {
    response.pairMoves[cell] = (response.pairMoves[cell] ?? 0) / 2;
  }
}
