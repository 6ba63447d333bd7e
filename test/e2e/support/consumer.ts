/** The files of an empty project. It installs the published packages and uses them as a customer does. */

const types = `
const assay = new Assay({ apiKey: 'asy_x', baseUrl: 'https://assay.example.com' });
export async function read(): Promise<string> {
  const answer = await assay.getData('token.price', { token: 'SOL' }, { minLevel: 'consensus' });
  switch (answer.status) {
    case 'delivered':
      return answer.data.price;
    case 'refused':
      return answer.reason;
    case 'no_source':
      return answer.message;
  }
}
export async function judge(trade: Trade): Promise<string | undefined> {
  const { decision, quote } = await assay.gate(trade);
  return decision === 'allow' && quote.status === 'delivered' ? quote.data.amountOut : undefined;
}
export const handle: (request: Request) => Promise<Response> = webhookHandler({
  secret: 'whsec_x',
  onNotification: (notification) => {
    if (notification.type === 'chain.token_risk') {
      const risk: number = notification.value.overallRisk;
      console.log(risk, verifySignature);
    }
  },
});
export function levelOf(body: string): string | undefined {
  const notification = verifyNotification(body, 'whsec_x') ?? formerVerify(body, 'whsec_x');
  return notification?.event === 'watch.fired' ? notification.verification.level : undefined;
}
export function explain(error: unknown): number | undefined {
  return error instanceof AssayError ? error.retryAfterMs : undefined;
}
// @ts-expect-error: a type without its required parameter
void assay.getData('spot.price', {});
// @ts-expect-error: a parameter that the type does not have
void assay.getData('token.price', { tokn: 'SOL' });
// @ts-expect-error: data that were not delivered
void assay.getData('token.price', {}).then(({ data }) => data);
`;

/** A program that compiles only if the types of every entry point of the client are right. */
export const typedProgram = `
import { Assay, AssayError, verifyNotification, type Trade } from '@assay/client';
import { verifySignature } from '@assay/client/signature';
import { verifyNotification as formerVerify } from '@assay/client/webhook';
import { webhookHandler } from '@assay/client/webhooks';
${types}`;

/** A program that compiles only if the types of the MCP server are right. */
export const typedServer = `
import { createServerFactory, type SendToolRequest } from '@assay/mcp/server';
import { tools } from '@assay/mcp/tools';
const send: SendToolRequest = async () => ({ status: 200, body: {} });
export const factory = createServerFactory(send);
export const names: readonly string[] = tools.map(({ name }) => name);
`;

const cases = `
const { ASSAY_BASE_URL: baseUrl, POOR_KEY, LIMITED_KEY, ASSAY_API_KEY } = process.env;
const secret = 'whsec_of_this_project';
const describe = (thrown) => ({
  name: thrown.name,
  code: thrown.code,
  status: thrown.status,
  balance: thrown.balance,
  waits: thrown.retryAfterMs > 0,
  hasTrace: /^tr_[0-9a-f]{32}$/.test(thrown.traceId),
  showsKey: (String(thrown.stack) + JSON.stringify(thrown)).includes(ASSAY_API_KEY),
});
const outcome = (call) => call.then((answer) => answer.status, describe);
const clientOf = (options) => new Assay({ maxRetries: 0, ...options });
const price = (client, options) => outcome(client.getData('token.price', {}, options));

async function main() {
  const assay = new Assay();
  const limited = clientOf({ apiKey: LIMITED_KEY });
  await limited.types();
  const abort = new AbortController();
  const aborted = price(assay, { signal: abort.signal });
  abort.abort(Object.assign(new Error('the user left'), { name: 'MyAbort' }));
  const body = signNotification({ event: 'watch.fired', watchId: 'w_1', value: { slot: 7 } }, secret);
  const received = [];
  const handle = webhookHandler({ secret, onNotification: (notification) => void received.push(notification) });
  const tampered = await handle(
    new Request('https://example.com/', { method: 'POST', body: body.replace('w_1', 'w_2') }),
  );
  console.log(
    JSON.stringify({
      delivered: await price(assay),
      refused: await outcome(assay.getData('spot.price', { symbol: 'ETH' }, { minLevel: 'anchored' })),
      noSource: await outcome(assay.ask('How do I boil an egg?')),
      signed: await price(assay, { verifySignature: true }),
      badKey: await price(clientOf({ apiKey: 'asy_wrong' })),
      poor: await price(clientOf({ apiKey: POOR_KEY })),
      limited: await price(limited),
      away: await price(clientOf({ baseUrl: 'http://127.0.0.1:1' })),
      timeout: await price(clientOf({ timeoutMs: 1 })),
      aborted: (await aborted).name,
      tampered: [tampered.status, received.length, verifyNotification(body.replace('w_1', 'w_2'), secret) === undefined],
      genuine: verifyNotification(body, secret) !== undefined,
      genuineBefore: formerVerify(body, secret) !== undefined,
    }),
  );
}
void main();
`;

/**
 * Programs that print the results of each kind of answer and each kind of failure. One is an ES module and the other
 * one CommonJS.
 */
export const programs = {
  'run.mjs': `
import { Assay, verifyNotification } from '@assay/client';
import { verifyNotification as formerVerify } from '@assay/client/webhook';
import { signNotification, webhookHandler } from '@assay/client/webhooks';
${cases}`,
  'run.cjs': `
const { Assay, verifyNotification } = require('@assay/client');
const { verifyNotification: formerVerify } = require('@assay/client/webhook');
const { signNotification, webhookHandler } = require('@assay/client/webhooks');
${cases}`,
} as const;
