import type { WatchView } from '../src/api/watch-view.ts';

/** The facts of a watch that say why it has no delivery yet. */
export type UndeliveredWatch = Pick<WatchView, 'minLevel' | 'notEvaluated' | 'lastAttempt' | 'lastTriggeredAt'>;

/** Says why a watch has no delivery yet, and what happens next. */
export type NoDelivery = { readonly title: string; readonly explanation: string };

/** Matches the end of a reason that says that Assay will repeat the verification of a change. */
const repeats = /; Assay verifies the change again$/;

/**
 * Returns why a watch without deliveries has none: its change is being verified, held back or deferred, its condition
 * cannot be evaluated, or its address has not changed.
 */
export function noDelivery({ minLevel, notEvaluated, lastAttempt, lastTriggeredAt }: UndeliveredWatch): NoDelivery {
  if (lastAttempt?.outcome === 'deferred') {
    return { title: 'The last change waits', explanation: `${capitalized(lastAttempt.error ?? '')}.` };
  }
  if (notEvaluated !== null && repeats.test(notEvaluated.reason)) {
    const reason = capitalized(notEvaluated.reason.replace(repeats, ''));
    const next = 'Assay verifies the change again for half a minute, and then waits for the next change';
    return {
      title: 'A change is held back',
      explanation: `${reason}. ${next}. It notifies the webhook only of a value at the level ${levelName(minLevel)} or above.`,
    };
  }
  if (notEvaluated !== null) {
    const title = lastTriggeredAt === null ? 'The condition cannot be evaluated now' : 'The last change was held back';
    return {
      title,
      explanation: `${capitalized(notEvaluated.reason)}. Assay verifies the value again after the next change.`,
    };
  }
  if (lastTriggeredAt !== null) {
    return {
      title: 'Assay verifies a change',
      explanation: 'The delivery appears here as soon as the verification ends.',
    };
  }
  return {
    title: 'There was no delivery yet',
    explanation:
      'The first delivery follows the first change of the address. To check the webhook before that, send a test notification.',
  };
}

function levelName(level: string): string {
  return level.replaceAll('_', ' ');
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
