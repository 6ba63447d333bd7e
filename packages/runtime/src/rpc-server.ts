import * as grpc from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import { accessFor } from '@assay/rpc/callers';
import { listen } from '@assay/rpc/listen';
import { addMux } from '@assay/rpc/mux-server';
import { addUnaryMethods, serveMethods, type CallObserver } from '@assay/rpc/server';
import type { ServiceHandlers } from '@assay/rpc/methods';
import type { OperatorAccess } from '@assay/rpc/operator-access';
import { traceFields } from '@assay/telemetry/log';
import type { ServiceTools } from './run.ts';

const maxInFlightPerStream = 2_048;

/**
 * Serves one service's handlers over gRPC, with health and metrics. Callers can call each method by a unary call and
 * over the multiplexed stream. When the service stops, streams drain, calls in flight finish within the drain time, and
 * the server closes.
 * @param operators the methods that require an operator's token. Callers can call these only by unary calls.
 * @returns the port on which the server listens.
 */
export async function serveRpc<Definition extends object>(
  definition: Definition,
  handlers: ServiceHandlers<Definition>,
  config: { readonly ASSAY_BIND_HOST: string; readonly ASSAY_RPC_PORT: number; readonly ASSAY_DRAIN_MS: number },
  tools: Pick<ServiceTools, 'log' | 'metrics' | 'identity' | 'onLeave' | 'onDrain' | 'defer'>,
  operators?: OperatorAccess,
): Promise<number> {
  const server = new grpc.Server({ 'grpc.max_receive_message_length': 64 * 1024 * 1024 });
  const observe: CallObserver = ({ method, durationMs, fault, context }) => {
    const outcome = fault?.code ?? 'OK';
    tools.metrics.observeCall({ kind: 'rpc', method, outcome, durationMs, context: context.trace });
    if (fault?.code === 'INTERNAL') {
      tools.log.error(
        { ...traceFields(context.trace), method, err: fault.cause ?? fault },
        'a call failed unexpectedly',
      );
    }
  };
  const methods = serveMethods(definition, handlers, observe);
  const mayCall = accessFor(tools.identity);
  addUnaryMethods(server, definition, methods, operators, mayCall);
  const open = methods.filter(({ path }) => operators?.names.includes(path.slice(path.lastIndexOf('/') + 1)) !== true);
  const mux = addMux(server, open, { maxInFlight: maxInFlightPerStream, mayCall });
  const health = new HealthImplementation({ '': 'SERVING' });
  health.addToServer(server);
  const address = { host: config.ASSAY_BIND_HOST, port: config.ASSAY_RPC_PORT };
  const plainConnections = tools.metrics.counter(
    'assay_rpc_plain_connections_total',
    'Connections without TLS that the service accepted because mutual TLS is optional.',
    [],
  );
  const { port, close } = await listen(server, tools.identity, address, () => plainConnections.inc());
  tools.onLeave(() => {
    health.setStatus('', 'NOT_SERVING');
    mux.leave();
  });
  tools.onDrain(mux.drain);
  tools.defer('rpc server', () => shutdown(server, close, config.ASSAY_DRAIN_MS));
  return port;
}

function shutdown(server: grpc.Server, closePort: () => Promise<void>, drainMs: number): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => {
      server.forceShutdown();
      resolve();
    }, drainMs);
    const portClosed = closePort();
    server.tryShutdown(() => {
      void portClosed.then(() => {
        clearTimeout(force);
        resolve();
      });
    });
  });
}
