import { loadFolder } from '@assay/catalog/load-folder';
import { expect, test } from '@jest/globals';
import type { Provider } from './define.ts';
import { outcomeOfLive } from './recording/live-answer.ts';
import { liveAnswersIn } from './testing/live-recordings.ts';
import { answerOf } from './testing/recorded-answer.ts';

const folder = new URL('./providers/', import.meta.url);
const providers = await loadFolder<Provider>(folder, 'provider', import.meta.url);

// `assay record` writes these fixtures, each with the result of reading it. A different result now means that an
// adapter has changed.
test('every live answer is read as on the day of its recording', () => {
  const changed = liveAnswersIn(folder).filter(([, answer]) => {
    const provider = providers.find(({ id }) => id === answer.provider);
    const outcome = provider && outcomeOfLive(answerOf(provider, answer.recorded.type), answer);
    return JSON.stringify(outcome) !== JSON.stringify(answer.recorded.outcome);
  });
  expect(changed.map(([name]) => name)).toEqual([]);
});
