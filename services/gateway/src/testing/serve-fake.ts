import { Fault } from '@assay/faults/faults';
import { plainIdentity } from '@assay/rpc/identity';
import type { ServiceHandlers } from '@assay/rpc/methods';
import { hostAndPort } from '@assay/runtime/bind-host';
import { createLogger } from '@assay/telemetry/log';
import { createMetrics } from '@assay/telemetry/metrics';
import { serveRpc } from '@assay/runtime/rpc-server';

/** A fake that is served: its address, and the function that stops it. */
export type ServedFake = { readonly address: string; readonly stop: () => Promise<void> };

/**
 * Serves the methods of a fake over gRPC on an address of this machine. Methods that the fake lacks respond with
 * UNAVAILABLE.
 */
export async function serveFake<Definition extends object>(
  definition: Definition,
  fake: object,
  host = '127.0.0.1',
): Promise<ServedFake> {
  const methods = fake as Readonly<Record<string, unknown>>;
  const unavailable = async (): Promise<never> => {
    throw new Fault('UNAVAILABLE');
  };
  const handlers = Object.fromEntries(Object.keys(definition).map((name) => [name, methods[name] ?? unavailable]));
  const stops: (() => unknown)[] = [];
  const port = await serveRpc(
    definition,
    handlers as unknown as ServiceHandlers<Definition>,
    { ASSAY_BIND_HOST: host, ASSAY_RPC_PORT: 0, ASSAY_DRAIN_MS: 0 },
    {
      log: createLogger('fake', 'silent'),
      metrics: createMetrics('fake'),
      identity: plainIdentity,
      onLeave: () => undefined,
      onDrain: (drain) => void stops.push(drain),
      defer: (_name, close) => void stops.push(close),
    },
  );
  const stop = async (): Promise<void> => {
    for (const end of stops.splice(0)) {
      await end();
    }
  };
  return { address: hostAndPort(host, port), stop };
}
