import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { watch } from './fake-watches.ts';
import { startGateway, type GatewayRequest, type TestGateway } from './gateway.ts';
import type { GatewayResponse } from './gateway-response.ts';

/** The gateway that the tests of a watch route share. */
export type WatchGateway = {
  readonly watches: TestGateway['watches'];
  readonly billing: TestGateway['billing'];
  /** Sends a request with the key of an account without credits. */
  readonly send: (path: string, request?: GatewayRequest) => Promise<GatewayResponse>;
  /** Sends a request without a key. */
  readonly sendWithoutKey: TestGateway['send'];
};

/**
 * Starts a gateway for a test file and stops it after the last test. Before each test, opens a new account without
 * credits, and resets the fake watch service: it lists one watch and rejects nothing.
 */
export function useWatchGateway(): WatchGateway {
  let gateway: TestGateway;
  let key: string;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.close());
  beforeEach(() => {
    key = gateway.billing.open(0n).key;
    gateway.watches.rejection = undefined;
    gateway.watches.listed = [watch];
    gateway.watches.calls.length = 0;
  });
  return {
    get watches() {
      return gateway.watches;
    },
    get billing() {
      return gateway.billing;
    },
    send: (path, request = {}) => gateway.send(path, { key, ...request }),
    sendWithoutKey: (path, request) => gateway.send(path, request),
  };
}
