import { Fault } from '@assay/faults/faults';
import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { anyParams } from '../../schemas.ts';
import { createdWatchBody, watchCondition, watchJson } from '../../watch-record.ts';

// This schema only documents the body. The watch service validates it, so that all errors have one place and one code.
const body = z.object({
  type: z.string().describe('A type that names an address to watch.'),
  params: anyParams,
  condition: watchCondition.optional(),
  webhookUrl: z
    .string()
    .max(2_048)
    .describe(
      'Where notifications are sent: http or https, and public. Its name is resolved now and at every delivery.',
    ),
  minIntervalSeconds: z
    .number()
    .int()
    .min(0)
    .max(86_400)
    .optional()
    .describe('Changes within it after a delivered notification are dropped; 30 when left out.'),
});

export default defineRoute({
  method: 'POST',
  path: '/v1/watch',
  needsKey: true,
  body,
  document: {
    id: 'createWatch',
    summary: 'Be told of changes at an address',
    description:
      'Registers a watch. When something changes at the watched address, the type is verified anew, and what was verified is ' +
      'sent to the webhook, signed with the secret that only this answer shows. Registering is free; a notification that is ' +
      'received is charged as a direct call.',
    bodyExamples: {
      'change of a field': {
        type: 'chain.resolve_address',
        params: { address: 'So11111111111111111111111111111111111111112' },
        condition: { field: 'onCurve', changes: true },
        webhookUrl: 'https://hooks.example.com/assay',
      },
      'crossing of a threshold': {
        type: 'chain.token_risk',
        params: { address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' },
        condition: { field: 'overallRisk', crosses: 50, direction: 'above' },
        webhookUrl: 'https://hooks.example.com/assay',
        minIntervalSeconds: 60,
      },
    },
    responses: { 201: { description: 'Registered.', schema: createdWatchBody } },
    faults: ['WATCH_REJECTED'],
  },
  prepare: ({ body: given }, { watches }) => ({
    run: async (call, { accountId }) => {
      const request = { account_id: accountId, body_json: JSON.stringify(given) };
      const { watch, webhook_secret: secret } = await watches.CreateWatch(request, call.context);
      if (watch === null) {
        throw new Fault('INTERNAL', undefined, { cause: new Error('the watch service answered without a watch') });
      }
      return { status: 201, body: watchJson(watch, secret) };
    },
  }),
});
