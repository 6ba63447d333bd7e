import type { MockResponse } from '../mock-endpoint.ts';
import { json } from '../mock-endpoint.ts';

/**
 * One part of the control page: things of a kind that are looked at together and changed one by one. Whoever adds a
 * kind adds a section; the page and its routes follow.
 */
export type ControlSection = {
  /** Its name in the page and in the path: `/control/<name>/<id>`. */
  readonly name: string;
  /** All its things, for the page. */
  readonly list: () => unknown;
  /** Changes one, or all of its fields; answers 404 for an unknown id and 400 for a body that is not right. */
  readonly put: (id: string, body: unknown) => MockResponse;
  /** Takes a change back; absent where there is nothing to take back. */
  readonly remove?: (id: string) => MockResponse;
};

/** A refusal of a control request, in a sentence that says what would be right. */
export function refusal(status: 400 | 404 | 405 | 413, sentence: string): MockResponse {
  return json(status, { error: sentence });
}
