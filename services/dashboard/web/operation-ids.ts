import { useState } from 'react';

/** The ids of the operations of one form. */
export type OperationIds = {
  /** Returns the id of a submission. It stays the same while the content does, so that a repetition does nothing twice. */
  readonly idFor: (content: unknown) => string;
  /** Takes note that a submission was answered. The next one is a new operation, also with the same content. */
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

/** Returns the operation ids of a form for as long as it is shown. */
export function useOperationIds(): OperationIds {
  return useState(() => createOperationIds(() => crypto.randomUUID()))[0];
}
