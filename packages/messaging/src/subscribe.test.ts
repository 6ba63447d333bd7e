import { subjects } from '@assay/rpc/subjects';
import { describe, expect, test } from '@jest/globals';
import { createLogger } from '@assay/telemetry/log';
import { createMetrics } from '@assay/telemetry/metrics';
import type { Nats } from './nats.ts';
import { createSubscribe } from './subscribe.ts';

type Callback = (error: Error | null, message: { readonly data: Uint8Array }) => void;

/** A simulated connection whose `receive` calls the subscription's callback. */
function fakeConnection(): { connection: Pick<Nats['connection'], 'subscribe'>; receive: (data: Uint8Array) => void } {
  let callback: Callback | undefined;
  const subscribe = (_subject: string, options: { readonly callback: Callback }): void => {
    callback = options.callback;
  };
  return {
    connection: { subscribe } as unknown as Nats['connection'],
    receive: (data) => callback?.(null, { data }),
  };
}

describe.each(Object.values(subjects).map((source) => [source.subject, source] as const))('%s', (subject, source) => {
  test('a malformed message, and one that the handler cannot use, is counted and dropped, and the next one arrives', async () => {
    const metrics = createMetrics('test');
    const subscribe = createSubscribe({ metrics, log: createLogger('test', 'silent') });
    // Creates a second subscriber in the same process, to show that both share the counter.
    createSubscribe({ metrics, log: createLogger('test', 'silent') });
    const { connection, receive } = fakeConnection();
    let handled = 0;
    subscribe(connection, source as { subject: string; decode: (bytes: Uint8Array) => unknown }, () => {
      handled += 1;
      if (handled === 1) {
        throw new Error('the handler cannot use it');
      }
    });
    receive(new Uint8Array([0xff, 0xff, 0xff]));
    expect(handled).toBe(0);
    receive(new Uint8Array());
    receive(new Uint8Array());
    expect(handled).toBe(2);
    const text = await metrics.registry.metrics();
    expect(text).toContain(`assay_messages_malformed_total{subject="${subject}",service="test"} 1`);
    expect(text).toContain(`assay_unexpected_source_errors_total{source="${subject}",service="test"} 1`);
  });
});
