import type { QuestionParams } from '@assay/providers/define';
import type { SourceObservation } from './observe.ts';
import type { Source } from './source.ts';

/** Receives the answer to one request, and the duration of that request in milliseconds. */
export type ObservationListener = (
  source: Source,
  observation: SourceObservation,
  tookMs: number,
  params: QuestionParams,
) => void;

/**
 * Passes each answer to every listener. A listener can also be added after the function that sends the requests was
 * created.
 */
export type ObservationFeed = {
  readonly publish: ObservationListener;
  readonly subscribe: (listener: ObservationListener) => void;
};

/** Creates a feed without listeners. */
export function createObservationFeed(): ObservationFeed {
  const listeners: ObservationListener[] = [];
  return {
    publish: (...observation) => listeners.forEach((listener) => listener(...observation)),
    subscribe: (listener) => void listeners.push(listener),
  };
}
