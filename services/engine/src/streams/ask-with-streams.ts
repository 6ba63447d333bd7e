import type { AskSource } from '../sources/attempt.ts';
import type { ObservationListener } from '../sources/observation-feed.ts';
import type { StreamAnswers } from './stream-answers.ts';

/**
 * Returns a function that answers a question from a stream update if the update is fresh, and otherwise asks by REST.
 * @param onStreamed receives the observations that came from stream updates, except those that repeat an earlier one.
 * @param onUnexpected receives an unexpected error in the reading of an update. The question is then asked by REST.
 */
export function askWithStreams(
  askByRest: AskSource,
  answers: Pick<StreamAnswers, 'answer'>,
  onStreamed: ObservationListener,
  onUnexpected: (provider: string, error: unknown) => void = () => undefined,
): AskSource {
  const answerOf: StreamAnswers['answer'] = (source, ...question) => {
    try {
      return answers.answer(source, ...question);
    } catch (error) {
      onUnexpected(source.provider.id, error);
      return undefined;
    }
  };
  return (source, params, paramsKey) => {
    const answer = answerOf(source, params, paramsKey);
    if (answer === undefined) {
      return askByRest(source, params, paramsKey);
    }
    const { observation } = answer;
    if (!answer.isRepeated) {
      onStreamed(source, observation, 0, params);
    }
    return { kind: 'sent', observation, coalesced: false };
  };
}
