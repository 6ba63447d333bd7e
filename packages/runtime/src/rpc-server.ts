import * as grpc from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import { accessFor } from '@assay/rpc/callers';
import { addMux } from '@assay/rpc/mux-server';
import { addUnaryMethods, serveMethods, type CallObserver } from '@assay/rpc/server';
import type { ServiceHandlers } from '@assay/rpc/methods';
import type { OperatorAccess } from '@assay/rpc/operator-access';
import { hostAndPort } from './bind-host.ts';
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
  const port = await bind(server, hostAndPort(config.ASSAY_BIND_HOST, config.ASSAY_RPC_PORT), tools.identity.server);
  tools.onLeave(() => {
    health.setStatus('', 'NOT_SERVING');
    mux.leave();
  });
  tools.onDrain(mux.drain);
  tools.defer('rpc server', () => shutdown(server, config.ASSAY_DRAIN_MS));
  return port;
}

function bind(server: grpc.Server, address: string, credentials: grpc.ServerCredentials): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(address, credentials, (error, port) => (error === null ? resolve(port) : reject(error)));
  });
}

function shutdown(server: grpc.Server, drainMs: number): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => {
      server.forceShutdown();
      resolve();
    }, drainMs);
    server.tryShutdown(() => {
      clearTimeout(force);
      resolve();
    });
  });
}
