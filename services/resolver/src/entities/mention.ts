/**
 * Something found in a question. `sure`: it can mean nothing else. `typo`: a misspelt name. `everyday`: a name that is
 * also an ordinary word. `unknown`: written like a name, but no table has it.
 */
export type Mention<Value = string> = {
  readonly value: Value;
  readonly start: number;
  readonly end: number;
  readonly strength: 'sure' | 'typo' | 'everyday' | 'unknown';
};

/** Which characters of a question are taken by an entity already, so that no two entities share one. */
export type Taken = Uint8Array;

/** Whether nothing of a span is taken. */
export function isFree(taken: Taken, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    if (taken[at] === 1) {
      return false;
    }
  }
  return true;
}

/** Marks a span as taken. */
export function take(taken: Taken, start: number, end: number): void {
  taken.fill(1, start, end);
}
