import { expect, test } from '@jest/globals';
import { noDelivery, type UndeliveredWatch } from './no-delivery.ts';

const at = '2026-11-21T12:00:00.000Z';
const quiet: UndeliveredWatch = {
  minLevel: 'anchored',
  notEvaluated: null,
  lastAttempt: null,
  lastTriggeredAt: null,
};
const reason = 'the verification was refused: anchored was required and only single_source was reached';

test.each<[string, UndeliveredWatch, string, string]>([
  ['no change', quiet, 'There was no delivery yet', 'The first delivery follows the first change of the address.'],
  [
    'a change in flight',
    { ...quiet, lastTriggeredAt: at },
    'Assay verifies a change',
    'as soon as the verification ends',
  ],
  [
    'a change below the minimum level',
    { ...quiet, lastTriggeredAt: at, notEvaluated: { at, reason: `${reason}; Assay verifies the change again` } },
    'A change is held back',
    'The verification was refused: anchored was required and only single_source was reached. Assay verifies the change again for half a minute, and then waits for the next change. It notifies the webhook only of a value at the level anchored or above.',
  ],
  [
    'a change that stayed below the minimum level',
    { ...quiet, lastTriggeredAt: at, notEvaluated: { at, reason } },
    'The last change was held back',
    'only single_source was reached. Assay verifies the value again after the next change.',
  ],
  [
    'a condition that could not be read when the watch was created',
    { ...quiet, notEvaluated: { at, reason: 'the price could not be read' } },
    'The condition cannot be evaluated now',
    'The price could not be read.',
  ],
  [
    'a change that waits for the limits of its account',
    {
      ...quiet,
      lastTriggeredAt: at,
      lastAttempt: { at, outcome: 'deferred', httpStatus: null, error: 'too many webhooks failed' },
    },
    'The last change waits',
    'Too many webhooks failed.',
  ],
])('%s is why there is no delivery', (_case, watch, title, explanation) => {
  const none = noDelivery(watch);
  expect([none.title, none.explanation]).toEqual([title, expect.stringContaining(explanation)]);
});
