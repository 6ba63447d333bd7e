import { defaultMinLevel } from '@assay/catalog/bodies/level-field';
import { watchCondition } from '@assay/catalog/bodies/new-watch';
import { levels } from '@assay/catalog/define';
import type { Watch__Output } from '@assay/rpc/gen/assay/watch/v1/Watch';
import { fromProtoParams } from '@assay/rpc/params';
import { fromProtoCondition } from '@assay/rpc/watch-condition';
import { z } from 'zod';
import { jsonObject } from './json-text.ts';

const time = z.string().describe('A time in ISO 8601, UTC.');

const record = {
  id: z.string().regex(/^w_[0-9A-Za-z]{22}$/),
  type: z.string().describe('The data type that Assay verifies after a change.'),
  params: z.record(z.string(), z.unknown()).describe('The normalized parameters of the data type.'),
  condition: watchCondition.nullable(),
  minLevel: z
    .enum(levels)
    .describe('The minimum level: a change that Assay cannot verify to this level sends no notification.'),
  webhookUrl: z.string(),
  minIntervalSeconds: z
    .number()
    .int()
    .describe('The quiet time in seconds: Assay drops changes during this time after a received notification.'),
  watchedAddress: z.string().describe('The only address whose changes the watch observes.'),
  createdAt: time,
  lastTriggeredAt: time
    .nullable()
    .describe('The time of the last change at the watched address; null before the first change.'),
  lastDeliveredAt: time
    .nullable()
    .describe('The time at which the webhook last received a notification; null before the first one.'),
  lastAttempt: z
    .strictObject({
      at: time,
      outcome: z.string(),
      httpStatus: z
        .number()
        .int()
        .nullable()
        .describe("The HTTP status of the webhook's response; null if there was no response."),
      error: z.string().nullable().describe('The cause of a failure; null if the delivery did not fail.'),
    })
    .nullable()
    .describe('The result of the last delivery; null before the first delivery.'),
  notEvaluated: z
    .strictObject({ at: time, reason: z.string().describe('What could not be read or verified.') })
    .optional()
    .describe(
      'When and why the last verification could not evaluate the condition or was below minLevel, so that the watch did not fire. Absent if it evaluated the condition.',
    ),
};

/** The schema of a watch as its owner sees it. */
export const watchBody = z.strictObject(record);

/** The schema of a new watch with its secret. No other response contains the secret. */
export const createdWatchBody = z.strictObject({
  ...record,
  webhookSecret: z
    .string()
    .regex(/^whsec_[0-9A-Za-z_-]{43}$/)
    .describe('The secret that verifies notifications. Only this response contains it.'),
});

/** The schema of an account's watches. */
export const watchesBody = z.strictObject({
  watches: z.array(watchBody),
  nextCursor: z
    .string()
    .nullable()
    .describe('The cursor with which a request gets the next page; null after the last page.'),
});

/** Returns a watch as JSON text, with its secret if the watch is new. */
export function watchJson(watch: Watch__Output, webhookSecret?: string): string {
  const attempt = watch.last_attempt;
  return jsonObject({
    id: JSON.stringify(watch.id),
    type: JSON.stringify(watch.type),
    params: JSON.stringify(fromProtoParams(watch)),
    condition: JSON.stringify(fromProtoCondition(watch) ?? null),
    // A watch service of the previous version states no level, because its watches have the default.
    minLevel: JSON.stringify(watch.min_level || defaultMinLevel),
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
    notEvaluated:
      watch.not_evaluated === null
        ? undefined
        : jsonObject({
            at: JSON.stringify(watch.not_evaluated.at),
            reason: JSON.stringify(watch.not_evaluated.reason),
          }),
    webhookSecret: webhookSecret === undefined ? undefined : JSON.stringify(webhookSecret),
  });
}

function textOrNull(text: string): string {
  return text === '' ? 'null' : JSON.stringify(text);
}
