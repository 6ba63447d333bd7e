import { Fault } from '@assay/faults/faults';
import { isUtf8 } from 'node:buffer';
import { findJsonProblem } from './json-problem.ts';

const loneSurrogate = /\p{Surrogate}/u;

/**
 * Parses a body that must be a JSON object. Throws INVALID_JSON, with the line and the column, for a body that is not
 * UTF-8 or begins with a byte order mark. Throws it also for a body that is another kind of value, repeats a name
 * within one object, or nests more than 32 levels. A lone surrogate in a string is refused as well, because it can be
 * neither written back nor stored.
 */
export function parseJsonObject(bytes: Buffer): Readonly<Record<string, unknown>> {
  if (!isUtf8(bytes)) {
    throw invalid('the body is not UTF-8; send the output of a JSON library, encoded as UTF-8');
  }
  const text = bytes.toString();
  if (text.startsWith('\uFEFF')) {
    throw invalid('the body begins with a byte order mark; send the JSON object alone');
  }
  const problem = findJsonProblem(text);
  if (problem !== undefined) {
    throw invalid(`line ${problem.line}, column ${problem.column}: ${problem.message}`);
  }
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid('the body must be one JSON object, such as {"type": "token.price"}');
  }
  if (text.includes('\\u') && holdsLoneSurrogate(value)) {
    throw invalid('a string in the body has half of a surrogate pair; send complete Unicode characters');
  }
  return value as Readonly<Record<string, unknown>>;
}

/**
 * Returns whether a name or a value contains a lone surrogate. The recursion is safe, because the scanner has already
 * refused more than 32 levels.
 */
function holdsLoneSurrogate(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).some(([name, inner]) => loneSurrogate.test(name) || holdsLoneSurrogate(inner));
  }
  return typeof value === 'string' && loneSurrogate.test(value);
}

function invalid(message: string): Fault {
  return new Fault('INVALID_JSON', message);
}
