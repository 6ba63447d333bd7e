import { expect, test } from '@jest/globals';
import { notificationSentence } from './notification-sentence.ts';

const sentAt = '2026-11-21T12:00:00.000Z';
const none = { outcome: '', httpStatus: null, error: null, sentAt: null };

test.each([
  [none, 'Assay is still verifying the change.'],
  [{ ...none, sentAt }, 'The webhook has not answered yet.'],
  [
    { ...none, outcome: 'delivered', httpStatus: 204, sentAt },
    'The webhook received the notification and answered 204.',
  ],
  [
    { ...none, outcome: 'failed', httpStatus: 500, error: 'the webhook answered 500', sentAt },
    'The webhook did not confirm the notification: the webhook answered 500.',
  ],
  [
    { ...none, outcome: 'refused', error: 'anchored was required and only single_source was reached' },
    'Nothing was sent: anchored was required and only single_source was reached.',
  ],
  [{ ...none, outcome: 'unmet' }, 'Nothing was sent: the condition was evaluated and did not hold.'],
  [{ ...none, outcome: 'of_a_later_version' }, 'Nothing was sent.'],
])('%j is one sentence', (facts, expected) => {
  expect(notificationSentence(facts)).toBe(expected);
});
