import { z } from 'zod';
import { answerSchema, type ModelAnswer } from '../openai/schema.ts';

/** The answers that a large model gave to the questions of a labelled set, by the identifier of the question. */
export type RecordedAnswers = ReadonlyMap<string, ModelAnswer>;

const recordedAnswer = z.strictObject({ id: z.string(), ...answerSchema.shape });

/**
 * Reads lines of `{ id, type, params, confidence }`. Throws for a malformed line and for a second answer to a question, with
 * the line's number and the problem.
 */
export function readRecordedAnswers(text: string): RecordedAnswers {
  const answers = new Map<string, ModelAnswer>();
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() !== '') {
      const { id, ...answer } = readAnswer(line, at + 1);
      if (answers.has(id)) {
        throw new Error(`line ${at + 1}: a second answer to ${id}`);
      }
      answers.set(id, answer);
    }
  }
  return answers;
}

function readAnswer(line: string, number: number): z.infer<typeof recordedAnswer> {
  let given: unknown;
  try {
    given = JSON.parse(line);
  } catch {
    throw new Error(`line ${number}: not JSON`);
  }
  const answer = recordedAnswer.safeParse(given);
  if (!answer.success) {
    const [issue] = answer.error.issues;
    const path = issue?.path.join('.') ?? '';
    throw new Error(`line ${number}: ${path === '' ? '' : `${path}: `}${issue?.message ?? 'malformed'}`);
  }
  return answer.data;
}
