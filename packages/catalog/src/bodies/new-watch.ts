import { cleanText } from '@assay/faults/clean-text';
import { z } from 'zod';
import type { Catalog } from '../catalog.ts';
import { anyParams } from './any-fields.ts';
import { defaultMinLevel, minLevelField } from './level-field.ts';

/** The default of `minIntervalSeconds`: the quiet time after a notification, in seconds. */
export const defaultMinIntervalSeconds = 30;

/** The maximum of `minIntervalSeconds`, in seconds. */
const maxMinIntervalSeconds = 86_400;

const maxUrlCharacters = 2_048;
/** Maximum number of code points of a caller's text that an error message repeats. */
const maxEchoedCharacters = 64;
const interval = `must be a whole number from 0 to ${maxMinIntervalSeconds}; the default is ${defaultMinIntervalSeconds}`;

const field = z.string("must name a field of the type's data").describe("A field of the type's datum.");

/** The schema of a watch's condition: the test that a verified datum must pass before a notification is sent. */
export const watchCondition = z
  .union(
    [
      z.strictObject({ field, changes: z.literal(true, 'must be true').describe('Notify when the field changes.') }),
      z.strictObject({
        field,
        crosses: z.number('must be a finite number').describe('The threshold.'),
        direction: z
          .enum(['below', 'above'], 'must be "below" or "above"')
          .describe('Notify when the field crosses the threshold to this side.'),
      }),
    ],
    'must be one of two forms: { field, changes: true } or { field, crosses: <number>, direction: "below" or "above" }; leave it out to be notified of every change',
  )
  .describe(
    'The test that a verified datum must pass. Without a condition, every verified datum is sent. The first verification never meets a condition.',
  );

/**
 * The condition under which a verified datum leads to a notification. A watch without a condition sends every datum.
 */
export type WatchCondition = Readonly<z.infer<typeof watchCondition>>;

/** The rules for the body of a new watch: every problem has the same code, WATCH_REJECTED. */
export const newWatchRules = { name: 'a watch', code: 'WATCH_REJECTED' } as const;

/** Returns the schema of a new watch's body. Its type must be a data type that a watch can observe. */
export function newWatchBody(catalog: Catalog) {
  const watchable = [...catalog.values()].flatMap(({ id, watchedParam }) => (watchedParam === undefined ? [] : [id]));
  return z.strictObject({
    type: z
      .enum(watchable, {
        error: ({ input }) => {
          const text =
            typeof input === 'string' ? `; "${cleanText(input, maxEchoedCharacters)}" cannot be watched` : '';
          return `must be one of the watchable types: ${watchable.join(', ')}${text}`;
        },
      })
      .describe('A watchable type.'),
    params: anyParams,
    condition: watchCondition.optional(),
    minLevel: minLevelField
      .optional()
      .describe(`A change below this level sends no notification. The default is ${defaultMinLevel}.`),
    webhookUrl: z
      .string('must be the http or https URL that notifications are sent to')
      .max(maxUrlCharacters, `must have at most ${maxUrlCharacters.toLocaleString('en')} characters`)
      .describe(
        'The http or https URL that receives notifications. Its host must be public; Assay resolves the host now and at every delivery.',
      ),
    minIntervalSeconds: z
      .int(interval)
      .min(0, interval)
      .max(maxMinIntervalSeconds, interval)
      .optional()
      .meta({ default: defaultMinIntervalSeconds })
      .describe(
        `The quiet time after a received notification, in seconds. Assay drops changes during this time. The default is ${defaultMinIntervalSeconds}.`,
      ),
  });
}
