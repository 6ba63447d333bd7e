import { readFileSync } from 'node:fs';
import { connect } from '@assay/rpc/client';
import { rootContext } from '@assay/rpc/context';
import { services } from '@assay/rpc/load';

/** Where a running system is reached. */
export type System = {
  readonly gatewayUrl: string;
  readonly gatewayUrls: readonly string[];
  readonly apiKey: string;
  readonly adminToken: string;
  readonly sandboxUrl: string;
  readonly billingAddress: string;
  readonly engineAddress: string;
  readonly watchAddress: string;
  readonly postgresUrl: string;
  readonly dataDir: string;
  /** Gives the spans of a trace at `/spans/<trace id>`. */
  readonly collectorUrl: string;
};

/** The system that global-setup started. */
export function sharedSystem(): System {
  const file = process.env['ASSAY_E2E_STACK'];
  if (file === undefined) {
    throw new Error('run the e2e project: its global setup starts the system');
  }
  return JSON.parse(readFileSync(file, 'utf8')) as System;
}

/** An account of one test's own, so that tests do not share limits or balances. */
export type TestAccount = { readonly accountId: string; readonly key: string };

/** Makes an account through billing's operator methods. */
export async function createAccount(
  system: Pick<System, 'billingAddress' | 'adminToken'>,
  options: { readonly creditMicros?: bigint; readonly rateLimitPerMinute?: number } = {},
): Promise<TestAccount> {
  return withBilling(system, async (billing) => {
    const created = await billing.CreateAccount(
      {
        name: 'e2e',
        credit_micros: String(options.creditMicros ?? 100_000_000n),
        rate_limit_per_minute: options.rateLimitPerMinute ?? 1_000_000,
      },
      rootContext(5_000),
    );
    return { accountId: created.account?.id ?? '', key: created.key };
  });
}

type Billing = ReturnType<typeof connect<typeof services.billing>>['methods'];

/** Lends billing's methods, the operator's included, for one piece of work. */
export async function withBilling<Result>(
  system: Pick<System, 'billingAddress' | 'adminToken'>,
  work: (billing: Billing) => Promise<Result>,
): Promise<Result> {
  const client = connect(services.billing, system.billingAddress, { adminToken: system.adminToken });
  try {
    return await work(client.methods);
  } finally {
    client.close();
  }
}

/** An answer of the gateway; `body` is the parsed JSON. */
export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  // Tests look into bodies of every shape; their expectations are the check.
  readonly body: Record<string, unknown>;
  readonly text: string;
};

/** Sends one request. A body that is a string goes out as it is; anything else as JSON. */
export async function send(
  url: string,
  options: {
    readonly method?: string;
    readonly key?: string | undefined;
    readonly body?: unknown;
    readonly headers?: Readonly<Record<string, string>>;
  } = {},
): Promise<Answer> {
  const hasBody = options.body !== undefined;
  const response = await fetch(url, {
    method: options.method ?? (hasBody ? 'POST' : 'GET'),
    headers: {
      ...(options.key === undefined ? {} : { authorization: `Bearer ${options.key}` }),
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
      ...options.headers,
    },
    ...(hasBody
      ? {
          body:
            typeof options.body === 'string' || options.body instanceof Uint8Array
              ? options.body
              : JSON.stringify(options.body),
        }
      : {}),
  });
  const text = await response.text();
  const json = response.headers.get('content-type')?.startsWith('application/json') === true;
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: json && text !== '' ? JSON.parse(text) : {},
  };
}

/** Asks the data endpoint of a gateway. */
export function getData(
  gatewayUrl: string,
  key: string,
  type: string,
  params: object,
  more: object = {},
): Promise<Answer> {
  return send(`${gatewayUrl}/v1/get_data`, { key, body: { type, params, ...more } });
}

/** Tells the sandbox how a provider is to behave; `{ state: 'up' }` makes it well again. */
export async function setProvider(system: Pick<System, 'sandboxUrl'>, id: string, state: object): Promise<void> {
  const answer = await send(`${system.sandboxUrl}/control/providers/${id}`, { method: 'PUT', body: state });
  if (answer.status >= 300) {
    throw new Error(`the sandbox refused: ${answer.text}`);
  }
}

/** Asks again until a condition holds; fails with the last answer when it does not hold in time. */
export async function until<Result>(
  ask: () => Promise<Result>,
  holds: (result: Result) => boolean,
  withinMs: number,
): Promise<Result> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const result = await ask();
    if (holds(result)) {
      return result;
    }
    if (Date.now() > deadline) {
      throw new Error(`it did not come to pass within ${withinMs} ms; the last answer was ${JSON.stringify(result)}`);
    }
    await new Promise((wait) => setTimeout(wait, 50));
  }
}
