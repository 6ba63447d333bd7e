import type { Model } from './model.ts';

/** Words that begin a question in English. */
const questionStart =
  /^(?:(?:hey|hi|so|ok|and|now|please|pls)[\s,]+)*(?:what|whats|what's|how|which|who|is|are|can|does|do)\s/i;
/** Maximum length of a message that is read again. Longer ones have enough words to be read without a question mark. */
const maxCharacters = 100;
/**
 * Minimum confidence, from 0 to 1, of an answer that was found only with an added question mark. On 49,000 labelled
 * questions, this minimum leaves every right refusal unchanged.
 */
const minConfidence = 0.9;

/**
 * Returns a model that handles short questions without a question mark. If no data type resembles such a question, the
 * model reads it again with a question mark. So "what does sol cost" has the same answer as "what does sol cost?".
 */
export function withQuestionMark(model: Model): Model {
  return {
    name: model.name,
    resolve: async (query, catalog, deadlineAtMs) => {
      const resolution = await model.resolve(query, catalog, deadlineAtMs);
      const text = query.trim();
      const isUnlike = resolution.outcome === 'none' && resolution.because === 'unlike_anything';
      if (!isUnlike || text.length > maxCharacters || /[?？؟]/.test(text) || !questionStart.test(text)) {
        return resolution;
      }
      const again = await model.resolve(`${text}?`, catalog, deadlineAtMs);
      return again.outcome === 'type' && again.confidence >= minConfidence ? again : resolution;
    },
  };
}
