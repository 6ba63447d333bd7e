import { useState } from 'react';

/** The operation ids of one form, which make its submissions idempotent. */
export type OperationIds = {
  /**
   * Returns the id of a submission. Submissions of the same content have the same id, so that a retry does nothing
   * twice.
   */
  readonly idFor: (content: unknown) => string;
  /** Notes that the server answered a submission. The next one is a new operation, even with the same content. */
  readonly onAnswered: () => void;
};

/** Creates the ids of a form. */
export function createOperationIds(newId: () => string): OperationIds {
  let current: { readonly content: string; readonly id: string } | undefined;
  return {
    idFor: (content) => {
      const text = JSON.stringify(content);
      if (current?.content !== text) {
        current = { content: text, id: newId() };
      }
      return current.id;
    },
    onAnswered: () => {
      current = undefined;
    },
  };
}

/** Returns the operation ids of a form, for as long as the form is shown. */
export function useOperationIds(): OperationIds {
  return useState(() => createOperationIds(() => crypto.randomUUID()))[0];
}
