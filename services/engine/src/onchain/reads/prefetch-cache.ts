import type { QuestionParams } from '../../providers/define.ts';
import type { Foreseen } from '../answer-from-chain.ts';

/** Remembers what answering a question took, so that the next time all of it is read at once. */
export type Foresight = {
  readonly of: (question: string) => Foreseen;
  readonly learn: (question: string, foreseen: Foreseen) => void;
};

/** What a question is remembered by. Where its answer is found does not depend on how much is traded. */
export function foresightKey(name: string, params: QuestionParams): string {
  const { amountIn: _amount, ...places } = params;
  return `${name} ${JSON.stringify(places)}`;
}

const mostRemembered = 5_000;
const nothing: Foreseen = { addresses: [], mints: [] };

/** Creates a bounded memory. What it holds is only where to look: every answer is read anew. */
export function createForesight(): Foresight {
  const remembered = new Map<string, Foreseen>();
  return {
    of: (question) => remembered.get(question) ?? nothing,
    learn: (question, foreseen) => {
      const [oldest] = remembered.keys();
      if (remembered.size >= mostRemembered && oldest !== undefined) {
        remembered.delete(oldest);
      }
      remembered.delete(question);
      remembered.set(question, foreseen);
    },
  };
}
