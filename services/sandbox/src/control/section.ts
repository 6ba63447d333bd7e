import type { MockResponse } from '../mock-endpoint.ts';
import { json } from '../mock-endpoint.ts';

/**
 * A part of the control page. It lists objects of one kind, and control requests change them one by one. To control
 * another kind, add a section.
 */
export type ControlSection = {
  /** Name of the section on the page and in the path `/control/<name>/<id>`. */
  readonly name: string;
  /** Returns all objects of the section, for the page. */
  readonly list: () => unknown;
  /** Changes one object. Responds with 404 for an unknown id and 400 for an invalid body. */
  readonly put: (id: string, body: unknown) => MockResponse;
  /** Undoes the changes of one object. Absent when the section has nothing to undo. */
  readonly remove?: (id: string) => MockResponse;
};

/** Returns the response to an invalid control request. The message states what would be valid. */
export function errorResponse(status: 400 | 404 | 405 | 413, message: string): MockResponse {
  return json(status, { error: message });
}
