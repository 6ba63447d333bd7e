import type { IncomingHttpHeaders } from 'node:http';

/** One HTTP response. `body` is empty unless the response is JSON. */
export type GatewayResponse = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Number of bytes of the body as transferred. */
  readonly bytes: number;
  readonly body: Readonly<Record<string, unknown>>;
};
