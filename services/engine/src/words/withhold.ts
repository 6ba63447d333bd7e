import type { Resolution as AskedResolution } from '@assay/rpc/gen/assay/engine/v1/Resolution';
import type { Decision } from '@assay/rpc/gen/assay/events/v1/Decision';
import type { Resolution } from '@assay/rpc/gen/assay/events/v1/Resolution';

/** The text that replaces words of a question if the account forbids storing them. */
export const withheldMark = '[not stored]';

/** Returns a resolution as a decision stores it: with the words of the question, or without them. */
export function storedResolution({ query = '', ...resolution }: AskedResolution, keepsWords: boolean): Resolution {
  return keepsWords ? { ...resolution, query } : { ...resolution, query: '', words_withheld: query !== '' };
}

/** Returns a decision without the words of its question. */
export function withoutWords(decision: Decision): Decision {
  const { resolution } = decision;
  return resolution === null || resolution === undefined || !resolution.query
    ? decision
    : { ...decision, resolution: storedResolution(resolution, false) };
}

/**
 * Returns the body of a failed call without the words of its question.
 * @param bodyJson a JSON object, a JSON string, or an empty text, as a failed call has it.
 */
export function bodyWithoutWords(bodyJson: string): string {
  if (bodyJson === '') {
    return '';
  }
  const body = JSON.parse(bodyJson) as unknown;
  if (typeof body !== 'object' || body === null) {
    // The text is not a JSON object, so any part of it may be a question.
    return JSON.stringify(withheldMark);
  }
  return 'query' in body ? JSON.stringify({ ...body, query: withheldMark }) : bodyJson;
}
