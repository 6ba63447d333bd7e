import { z } from 'zod';
import { readJsonLine } from '../scoring/json-line.ts';
import { answerSchema, type ModelAnswer } from '@assay/resolver/openai/schema';

/** The answers of a large model to the questions of a labelled set, by the question's id. */
export type RecordedAnswers = ReadonlyMap<string, ModelAnswer>;

const recordedAnswer = z.strictObject({ id: z.string(), ...answerSchema.shape });

/**
 * Reads lines of `{ id, type, params, confidence }`. For a malformed line or a second answer to a question, throws an
 * error with the line's number and the problem.
 */
export function readRecordedAnswers(text: string): RecordedAnswers {
  const answers = new Map<string, ModelAnswer>();
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() !== '') {
      const { id, ...answer } = readJsonLine(recordedAnswer, line, at + 1);
      if (answers.has(id)) {
        throw new Error(`line ${at + 1}: a second answer to ${id}`);
      }
      answers.set(id, answer);
    }
  }
  return answers;
}
