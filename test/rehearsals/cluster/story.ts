import { lenientPolicy, tradeIn } from '../../e2e/support/gate.ts';
import { readChainFixtures } from '../../e2e/support/chain-fixtures.ts';
import { send, type HttpAnswer } from '../../e2e/support/system.ts';
import { until } from '../compose/engine.ts';
import { deliverNotification } from '../support/notification.ts';
import { addressOf, list, operate } from './commands.ts';

/** A running release, and an account that may call it. */
export type RunningRelease = {
  readonly namespace: string;
  readonly gatewayUrl: string;
  readonly key: string;
};

const anchoredWithinMs = 180_000;
const receiverPort = 9_911;

/** Creates an account in a release. It has enough credits for a rehearsal. */
export async function openRelease(namespace: string): Promise<RunningRelease> {
  const options = ['--name', 'rehearsal', '--credits', '100000', '--rate-limit', '60000', '--json'];
  const text = await operate(namespace, 'accounts', 'create', ...options);
  const { key } = JSON.parse(text) as { readonly key: string };
  return {
    namespace,
    key,
    gatewayUrl: `http://${await addressOf(namespace, 'assay-gateway', 8080)}`,
  };
}

/**
 * Returns the URL of the sandbox's pod. It changes when an upgrade replaces the pod, and the sandbox's Service has no
 * address of its own.
 */
export async function sandboxUrlOf({ namespace }: RunningRelease): Promise<string> {
  const pods = await list(namespace, 'pods', '-l', 'app.kubernetes.io/component=sandbox');
  const pod = pods.find(({ metadata }) => metadata.deletionTimestamp === undefined);
  return `http://${String(pod?.status['podIP'])}:8081`;
}

/** Asks the release for one datum. */
export function ask(
  { gatewayUrl, key }: RunningRelease,
  type = 'token.price',
  params: object = {},
): Promise<HttpAnswer> {
  return send(`${gatewayUrl}/v1/get_data`, { key, body: { type, params } });
}

/** Asks for a price until the answer is anchored. Returns the trace id of that answer. */
export async function untilAnchored(release: RunningRelease): Promise<string> {
  const { body } = await until(
    () => ask(release),
    (answer) => (answer.body['verification'] as { level?: string } | undefined)?.level === 'anchored',
    anchoredWithinMs,
  );
  return String((body['verification'] as { traceId?: string }).traceId ?? body['traceId']);
}

/** Asks the gate until it returns a decision. Returns the decision. */
export async function askGate(release: RunningRelease): Promise<string> {
  const pool = (await readChainFixtures({ sandboxUrl: await sandboxUrlOf(release) })).pool('cpmm');
  const body = { ...tradeIn(pool), policy: lenientPolicy };
  const answer = await until(
    () => send(`${release.gatewayUrl}/v1/gate`, { key: release.key, body }),
    ({ status }) => status === 200,
    anchoredWithinMs,
  );
  return String(answer.body['decision']);
}

/** Registers a watch on an address, changes the address, and receives the webhook on the node. */
export async function notify(release: RunningRelease, receiverHost: string): Promise<string> {
  const { gatewayUrl, key } = release;
  return deliverNotification({
    post: (path, body) => send(`${gatewayUrl}${path}`, { key, body }),
    sandboxUrl: await sandboxUrlOf(release),
    receiverHost,
    receiverPort,
  });
}

/** Returns what `assay trace` shows of an answer. Rejects when the decision or the charge of the answer is missing. */
export async function traceOf({ namespace }: RunningRelease, traceId: string): Promise<string> {
  const text = await until(
    () => operate(namespace, 'trace', traceId),
    (each) => /anchored/.test(each) && /charge/i.test(each),
    60_000,
  );
  return `${text.trim().split('\n').length} lines: decision and charge`;
}
