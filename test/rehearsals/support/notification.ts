import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { until } from '../compose/engine.ts';

/** The response to a request that was sent with a key. */
export type PostedAnswer = { readonly status: number; readonly body: Record<string, unknown> };

/** The systems through which a notification passes: the gateway, the sandbox and the receiver. */
export type NotificationPath = {
  /** Sends a POST request with the account's key to a path of the gateway. */
  readonly post: (path: string, body: object) => Promise<PostedAnswer>;
  readonly sandboxUrl: string;
  /** The address at which the watch service reaches this process. The system must allow webhooks to it. */
  readonly receiverHost: string;
  readonly receiverPort: number;
};

const deliveredWithinMs = 60_000;

/**
 * Watches an address of the sandbox's chain, changes it twice and waits for the webhook. Returns the number of signed
 * requests that arrived, in words. Rejects when the watch is refused, or when no request arrives within a minute.
 */
export async function deliverNotification(path: NotificationPath): Promise<string> {
  const received: string[] = [];
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push(Buffer.concat(chunks).toString('utf8'));
      response.writeHead(204).end();
    });
  }).listen(path.receiverPort, '0.0.0.0');
  try {
    const address = base58(randomBytes(32));
    const { status, body } = await path.post('/v1/watch', {
      type: 'chain.resolve_address',
      params: { address },
      minIntervalSeconds: 0,
      webhookUrl: `http://${path.receiverHost}:${path.receiverPort}/`,
    });
    if (status !== 201) {
      throw new Error(`the watch was refused: ${status} ${JSON.stringify(body)}`);
    }
    for (const lamports of [1_000, 2_000]) {
      await putAccount(path.sandboxUrl, address, lamports);
    }
    await until(
      async () => received.length,
      (count) => count > 0,
      deliveredWithinMs,
    );
    if (!received.every((text) => text.includes('"signature"'))) {
      throw new Error('a notification has no signature');
    }
    return `${received.length} signed POST`;
  } finally {
    receiver.close();
    receiver.closeAllConnections();
  }
}

async function putAccount(sandboxUrl: string, address: string, lamports: number): Promise<void> {
  const account = { lamports, data: ['', 'base64'], owner: '1'.repeat(32), executable: false, rentEpoch: 0 };
  const { ok } = await fetch(`${sandboxUrl}/control/accounts/${address}`, {
    method: 'PUT',
    body: JSON.stringify(account),
    headers: { 'content-type': 'application/json' },
  });
  if (!ok) {
    throw new Error('the sandbox refused the account');
  }
}

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

function base58(bytes: Uint8Array): string {
  let number = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  for (; number > 0n; number /= 58n) {
    text = `${alphabet[Number(number % 58n)]}${text}`;
  }
  return text;
}
