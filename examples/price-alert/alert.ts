import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Assay } from '@assay/client';
import { expressWebhook, type Notification } from '@assay/client/webhooks';

/**
 * Posts a message to a chat when the price in a pool crosses a threshold. Assay watches the pool and calls this program
 * with a price that two independent nodes confirmed; the program writes a sentence to the chat's incoming webhook, in
 * Slack's format.
 *
 *     ASSAY_API_KEY=asy_... ASSAY_BASE_URL=http://localhost:8080 PUBLIC_URL=https://alerts.example.com/ \
 *       SLACK_WEBHOOK_URL=https://hooks.slack.com/services/... \
 *       node examples/price-alert/alert.ts <pool> above 200 [port]
 *
 * PUBLIC_URL is the address at which Assay reaches the port. The watch is deleted when the program ends.
 */
const [pool = '', direction = '', threshold = '', port = '8000'] = process.argv.slice(2);
const { PUBLIC_URL: webhookUrl = '', SLACK_WEBHOOK_URL: chatUrl = '' } = process.env;
if (pool === '' || (direction !== 'above' && direction !== 'below') || !(Number(threshold) > 0)) {
  throw new Error('usage: alert.ts <pool> above|below <price> [port]');
}
if (webhookUrl === '' || chatUrl === '') {
  throw new Error('set PUBLIC_URL and SLACK_WEBHOOK_URL');
}

const assay = new Assay();
const secrets = new Map<string, string>();

/**
 * Sends the message to the chat. Rejects when the chat refuses it, so that the service counts the notification as
 * failed.
 */
async function alert({ type, value, verification, traceId }: Notification): Promise<void> {
  if (type !== 'chain.pool_state') {
    return;
  }
  const text = `The price in ${pool} is ${direction} ${threshold}: ${value.price} (${verification.level}, ${traceId})`;
  const response = await fetch(chatUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  });
  if (!response.ok) {
    throw new Error(`the chat answered ${response.status}`);
  }
  console.log(text);
}

const handle = expressWebhook({ secret: (watchId) => secrets.get(watchId), onNotification: alert });
const server = createServer((request, response) => handle(request, response));
await new Promise<void>((resolve) => server.listen(Number(port), '127.0.0.1', resolve));

const watch = await assay.watches.create({
  type: 'chain.pool_state',
  params: { pool },
  condition: { field: 'price', crosses: Number(threshold), direction },
  minLevel: 'anchored',
  webhookUrl,
  minIntervalSeconds: 60,
});
secrets.set(watch.id, watch.webhookSecret);
console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port} for the watch ${watch.id}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.close();
    void assay.watches.delete(watch.id).finally(() => process.exit());
  });
}
