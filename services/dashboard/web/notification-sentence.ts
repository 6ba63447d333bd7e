import { deliveryOutcomes, type DeliveryOutcome } from '@assay/catalog/outcomes';
import type { NotificationView } from '../src/api/routes/notification-get/route.ts';

/** The facts about a delivery that its sentence needs. */
export type SentenceFacts = Pick<NotificationView, 'outcome' | 'httpStatus' | 'error' | 'sentAt'>;

/** Returns a sentence that says whether the webhook received a notification and, if not, why. */
export function notificationSentence({ outcome, httpStatus, error, sentAt }: SentenceFacts): string {
  if (outcome === '') {
    return sentAt === null ? 'Assay is still verifying the change.' : 'The webhook has not answered yet.';
  }
  if (outcome === 'delivered') {
    return `The webhook received the notification and answered ${httpStatus ?? 'with success'}.`;
  }
  const reason =
    error ?? (Object.hasOwn(deliveryOutcomes, outcome) ? deliveryOutcomes[outcome as DeliveryOutcome] : '');
  const fact = sentAt === null ? 'Nothing was sent' : 'The webhook did not confirm the notification';
  return reason === '' ? `${fact}.` : `${fact}: ${reason}.`;
}
