import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expressWebhook } from '@assay/client/webhooks';

/**
 * Receives the notifications of one watch and prints each value with its verification. The handler reads the raw body.
 * It accepts a notification only if the watch's secret signed it, it is recent, and it has not arrived before. The same
 * handler works in Express.
 *
 *     WEBHOOK_SECRET=whsec_... node examples/receiver.ts [port]
 */
const secret = process.env['WEBHOOK_SECRET'] ?? '';
if (secret === '') {
  throw new Error('set WEBHOOK_SECRET to the webhookSecret that the watch was created with');
}
const handle = expressWebhook({
  secret,
  onNotification: ({ watchId, type, value, verification }) =>
    console.log(`${watchId} ${type} ${JSON.stringify(value)} ${JSON.stringify(verification)}`),
});
const server = createServer((request, response) => handle(request, response));
server.listen(Number(process.argv[2] ?? 8000), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
