import type { Watch__Output } from '@assay/rpc/gen/assay/watch/v1/Watch';
import { z } from 'zod';
import { jsonObject } from './json-text.ts';

const field = z.string().describe("A field of the type's data.");

/** The schema of a watch's condition: the test that a verified datum must pass before a notification is sent. */
export const watchCondition = z
  .union([
    z.strictObject({ field, changes: z.literal(true).describe('The field differs from what it was.') }),
    z.strictObject({
      field,
      crosses: z.number().describe('The threshold.'),
      direction: z.enum(['below', 'above']).describe('The side of the threshold that the field arrives at.'),
    }),
  ])
  .describe('Left out, every re-verified delivery is notified. Neither form fires on the first re-verification.');

const moment = z.string().describe('ISO 8601, UTC.');

const record = {
  id: z.string().regex(/^w_[0-9A-Za-z]{22}$/),
  type: z.string().describe('The type that is watched.'),
  params: z.record(z.string(), z.unknown()).describe('Its parameters, in their normal form.'),
  condition: watchCondition.nullable(),
  webhookUrl: z.string(),
  minIntervalSeconds: z.number().int().describe('Changes within it after a delivered notification are dropped.'),
  watchedAddress: z.string().describe('The one address whose changes are noticed.'),
  createdAt: moment,
  lastTriggeredAt: moment.nullable().describe('When a change at the address was last noticed.'),
  lastDeliveredAt: moment.nullable().describe('When the webhook last received a notification.'),
  lastAttempt: z
    .strictObject({
      at: moment,
      outcome: z.string(),
      httpStatus: z.number().int().nullable().describe("The webhook's status; null when it gave none."),
      error: z.string().nullable().describe('What went wrong; null when nothing did.'),
    })
    .nullable()
    .describe('What came of the last change that was looked into; null before any.'),
};

/** The schema of a watch as its owner sees it. */
export const watchBody = z.strictObject(record);

/** The schema of a new watch, with its secret, which no other response contains. */
export const createdWatchBody = z.strictObject({
  ...record,
  webhookSecret: z
    .string()
    .regex(/^whsec_[0-9A-Za-z_-]{43}$/)
    .describe('Verifies notifications. Shown this once, and never again.'),
});

/** The schema of an account's watches. */
export const watchesBody = z.strictObject({ watches: z.array(watchBody) });

/** Returns a watch as JSON text, with its secret if the watch is new. */
export function watchJson(watch: Watch__Output, webhookSecret?: string): string {
  const attempt = watch.last_attempt;
  return jsonObject({
    id: JSON.stringify(watch.id),
    type: JSON.stringify(watch.type),
    params: watch.params_json,
    condition: watch.condition_json === '' ? 'null' : watch.condition_json,
    webhookUrl: JSON.stringify(watch.webhook_url),
    minIntervalSeconds: String(watch.min_interval_seconds),
    watchedAddress: JSON.stringify(watch.watched_address),
    createdAt: JSON.stringify(watch.created_at),
    lastTriggeredAt: textOrNull(watch.last_triggered_at),
    lastDeliveredAt: textOrNull(watch.last_delivered_at),
    lastAttempt:
      attempt === null
        ? 'null'
        : jsonObject({
            at: JSON.stringify(attempt.at),
            outcome: JSON.stringify(attempt.outcome),
            httpStatus: attempt.http_status === 0 ? 'null' : String(attempt.http_status),
            error: textOrNull(attempt.error),
          }),
    webhookSecret: webhookSecret === undefined ? undefined : JSON.stringify(webhookSecret),
  });
}

function textOrNull(text: string): string {
  return text === '' ? 'null' : JSON.stringify(text);
}
