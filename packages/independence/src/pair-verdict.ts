/** The verdict on a pair. It begins as unknown, which never counts as independent. */
export type PairVerdict = 'unknown' | 'shared_upstream' | 'independent';

/** The verdicts in the order of the numbers that a judgement stores. */
export const pairVerdicts: readonly PairVerdict[] = ['unknown', 'shared_upstream', 'independent'];
