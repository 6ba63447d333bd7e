import type { AskSource } from '../sources/attempt.ts';
import type { ObservationListener } from '../sources/observation-feed.ts';
import type { StreamAnswers } from './stream-answers.ts';

/**
 * Returns a function that answers from a stream's update where one is fresh, and otherwise asks by REST.
 * @param onStreamed takes each observation that an update gave.
 */
export function askWithStreams(
  askByRest: AskSource,
  answers: Pick<StreamAnswers, 'answer'>,
  onStreamed: ObservationListener,
): AskSource {
  return (source, params, paramsKey) => {
    const observation = answers.answer(source, params, paramsKey);
    if (observation === undefined) {
      return askByRest(source, params, paramsKey);
    }
    onStreamed(source, observation, 0, params);
    return { kind: 'sent', observation: Promise.resolve(observation), coalesced: false };
  };
}
