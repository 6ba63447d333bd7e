import { newWatchBody, newWatchRules } from '@assay/catalog/bodies/new-watch';
import { Fault } from '@assay/faults/faults';
import { defineBodyRoute } from '../../route.ts';
import { createdWatchBody, watchJson } from '../../answers/watch-record.ts';

export default defineBodyRoute({
  method: 'POST',
  path: '/v1/watch',
  needsKey: true,
  body: { schemaOf: newWatchBody, rules: newWatchRules },
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
    responses: { 201: { description: 'The watch is registered.', schema: createdWatchBody } },
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
