import { Fault } from '@assay/faults/faults';
import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { anyParams } from '../../answers/schemas.ts';
import { createdWatchBody, watchCondition, watchJson } from '../../answers/watch-record.ts';

// This schema only documents the body. The watch service validates it, so that all errors have one place and one code.
const body = z.object({
  type: z.string().describe('A data type with a watched address.'),
  params: anyParams,
  condition: watchCondition.optional(),
  webhookUrl: z
    .string()
    .max(2_048)
    .describe(
      'The http or https URL that receives notifications. Its host must be public; it is resolved now and at every delivery.',
    ),
  minIntervalSeconds: z
    .number()
    .int()
    .min(0)
    .max(86_400)
    .optional()
    .describe('The quiet time: changes this soon after a received notification are dropped. The default is 30.'),
});

export default defineRoute({
  method: 'POST',
  path: '/v1/watch',
  needsKey: true,
  body,
  document: {
    id: 'createWatch',
    summary: 'Watch an address for changes',
    description:
      'Registers a watch. After a change at the watched address, Assay verifies the type again and sends the datum to the ' +
      'webhook. It signs the notification with the secret in this response, which no other response contains. ' +
      'Registration is free. A received notification costs as much as a direct call.',
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
      const request = {
        account_id: accountId,
        body_json: JSON.stringify(given),
        creation_id: call.idempotentCallId ?? '',
      };
      const { watch, webhook_secret: secret } = await watches.CreateWatch(request, call.context);
      if (watch === null) {
        throw new Fault('INTERNAL', undefined, { cause: new Error('the watch service answered without a watch') });
      }
      return { status: 201, body: watchJson(watch, secret) };
    },
  }),
});
