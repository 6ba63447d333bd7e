import { memoryLimits } from '../constants/memory.ts';
import { responseRule } from '../constants/response.ts';

/** What the response test stores about one provider. Times are milliseconds since the start of the state. */
export type MoverMemory = {
  /**
   * The times of the latest moves. `logs` has the values as logarithms in basis points, minus the first value, so that
   * short floats are exact. `moved` counts all moves.
   */
  readonly timesMs: Float64Array;
  readonly logs: Float32Array;
  /** The direction of each move: 1 up, -1 down, 0 for the first value. */
  readonly senses: Int8Array;
  moved: number;
  firstLog: number;
  lastLog: number;
  lastAnswerMs: number;
  /** Number of moves and of answers. Both are halved from time to time. */
  moves: number;
  answers: number;
  /**
   * For how long the provider showed each of its latest values, in cells. `steps` has the sizes of its latest moves, in
   * basis points.
   */
  readonly holds: Float32Array;
  readonly steps: Float32Array;
  /** The smallest power of ten among the last digits. `value` is the latest value. */
  exponent: number;
  value: number;
  /**
   * The index of the member of its group that is measured in its place. `joinedMs` is the time since which this holds.
   * A provider without a group has its own index and 0.
   */
  representative: number;
  joinedMs: number;
};

/**
 * The counts of moves of one key. The pair of the indexes `a < b` is at `b (b - 1) / 2 + a`, so that the pairs of new
 * providers are appended.
 */
export type ResponseState = {
  /** Width, in milliseconds, of a cell of lags; 0 until the polling interval is known from the first gaps. */
  cellMs: number;
  gapsMs: number[];
  fadedMs: number;
  /** When the pairs are judged next, in milliseconds since the start of the state. */
  nextMs: number;
  movers: MoverMemory[];
  pairRoom: number;
  /**
   * Number of coinciding moves of two providers in the same direction, by lag; `opposite` counts those in opposite
   * directions. Each pair has `lagCells` cells.
   */
  same: Uint16Array;
  opposite: Uint16Array;
  /**
   * Two numbers for each pair: the moves that each provider made while the other one answered. The number of the
   * provider with the lower index comes first.
   */
  pairMoves: Float32Array;
  /** The lag in cells at which a pair's values are compared; `noLag` while none is likely. */
  lockLags: Int16Array;
  /** Since when `lockLags` has its value, in milliseconds since the start of the state. */
  lockSinceMs: Float64Array;
  /** The evidence of links by values that stay at one ratio, in nats. */
  lockNats: Float32Array;
  /** The share that the test refutes for a proven pair; 0 for all other pairs. */
  shares: Float32Array;
  /** 1 for a pair whose response refutes a shared part, whatever other evidence shows; otherwise 0. */
  refuted: Uint8Array;
  /** The evidence, in nats, of the latest test of each pair; 0 before the first test. */
  nats: Float32Array;
};

/** The entry in `lockLags` for a pair without a likely lag. */
export const noLag = 32_767;

/** Returns the longest lag in cells. */
export function lagReach(cellMs: number): number {
  return Math.floor(responseRule.reachMs / cellMs);
}

const maxLagCells = 2 * lagReach(responseRule.minCellMs) + 1;

/** Returns the index of a pair. The order of the two providers does not matter. */
export function pairPlace(a: number, b: number): number {
  return a < b ? (b * (b - 1)) / 2 + a : (a * (a - 1)) / 2 + b;
}

/** Returns the index of a pair's first cell. */
export function firstCell(pair: number): number {
  return pair * maxLagCells;
}

/** Returns a state without providers. */
export function createResponseState(): ResponseState {
  return {
    cellMs: 0,
    gapsMs: [],
    fadedMs: 0,
    nextMs: 0,
    movers: [],
    pairRoom: 0,
    ...pairArrays(0),
  };
}

type PairArrays = Pick<
  ResponseState,
  'same' | 'opposite' | 'pairMoves' | 'lockLags' | 'lockSinceMs' | 'lockNats' | 'shares' | 'refuted' | 'nats'
>;

function pairArrays(pairs: number): PairArrays {
  return {
    same: new Uint16Array(pairs * maxLagCells),
    opposite: new Uint16Array(pairs * maxLagCells),
    pairMoves: new Float32Array(pairs * 2),
    lockLags: new Int16Array(pairs).fill(noLag),
    lockSinceMs: new Float64Array(pairs),
    lockNats: new Float32Array(pairs),
    shares: new Float32Array(pairs),
    refuted: new Uint8Array(pairs),
    nats: new Float32Array(pairs),
  };
}

/**
 * Returns the memory of a provider. For a new provider it first creates the memory, and room for its pairs. New indexes
 * must come in order.
 */
export function moverAt(response: ResponseState, index: number): MoverMemory {
  while (response.movers.length <= index) {
    response.movers.push(createMover(response.movers.length));
  }
  const places = Math.ceil(response.movers.length / memoryLimits.capacityStep) * memoryLimits.capacityStep;
  const pairs = (places * (places - 1)) / 2;
  if (pairs > response.pairRoom) {
    const grown = pairArrays(pairs);
    grown.same.set(response.same);
    grown.opposite.set(response.opposite);
    grown.pairMoves.set(response.pairMoves);
    grown.lockLags.set(response.lockLags);
    grown.lockSinceMs.set(response.lockSinceMs);
    grown.lockNats.set(response.lockNats);
    grown.shares.set(response.shares);
    grown.refuted.set(response.refuted);
    grown.nats.set(response.nats);
    Object.assign(response, grown, { pairRoom: pairs });
  }
  const mover = response.movers[index];
  if (mover === undefined) {
    throw new RangeError(`a place of a provider is a whole number from 0 on; it is ${index}`);
  }
  return mover;
}

function createMover(place: number): MoverMemory {
  return {
    timesMs: new Float64Array(responseRule.storedMoves),
    logs: new Float32Array(responseRule.storedMoves),
    senses: new Int8Array(responseRule.storedMoves),
    moved: 0,
    firstLog: 0,
    lastLog: 0,
    lastAnswerMs: 0,
    moves: 0,
    answers: 0,
    holds: new Float32Array(responseRule.storedHolds),
    steps: new Float32Array(responseRule.storedHolds),
    exponent: Number.MAX_SAFE_INTEGER,
    value: 0,
    representative: place,
    joinedMs: 0,
  };
}

/** Returns whether a provider moves at too many of its polls. Its moves can then not be assigned to a single lag. */
export function isFast({ moves, answers }: MoverMemory): boolean {
  return moves > responseRule.maxMoveShare * answers;
}
