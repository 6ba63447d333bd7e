import { loadIdentity, type Identity } from '@assay/rpc/identity';
import type { z } from 'zod';
import { usableBindHost } from './bind-host.ts';
import { baseConfig, readConfig, type BaseConfig } from './config.ts';
import { createLogger, type Logger } from '@assay/telemetry/log';
import { createLogOutput, ignoreOutputErrors } from '@assay/telemetry/log-output';
import { exportLogLine } from '@assay/telemetry/log-export';
import { createMetrics, type Metrics } from '@assay/telemetry/metrics';
import { serveOperations, type Check, type OperationsPage } from './operations.ts';
import { keepRunningAfterErrors } from './process-errors.ts';
import { createShutdown } from './shutdown.ts';
import { startTelemetry } from '@assay/telemetry/telemetry';
import { requiredTlsFiles } from './tls.ts';

/**
 * The tools that a service receives when it starts. The service must register a function with `defer` for everything
 * that it opens.
 */
export type ServiceTools = {
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Registers a function that runs when the service stops. The functions run in reverse order. */
  readonly defer: (name: string, close: () => unknown) => void;
  /**
   * Registers a check for /readyz. When the check fails, `need` decides whether the service is unready or merely
   * impaired; `always` is the default. /readyz also lists the checks that merely impair the service.
   */
  readonly check: (name: string, run: () => Promise<void>, options?: { readonly need: Check['need'] }) => void;
  /**
   * Registers a function that tells callers that this service will stop. It runs when the service becomes unready but
   * still serves.
   */
  readonly onLeave: (announce: () => unknown) => void;
  /** Registers a function that stops accepting new work. It runs before anything is closed. */
  readonly onDrain: (drain: () => unknown) => void;
  /**
   * Serves a path such as "/doctor" on the operations port. Only Prometheus, the kubelet and operators reach this port,
   * because it is never published.
   */
  readonly operationsPage: (path: string, page: OperationsPage) => void;
  /** Returns whether the service is stopping. */
  readonly stopping: () => boolean;
  /** The service's certificate, and how the service checks the certificates of others. */
  readonly identity: Identity;
};

/** The name, settings and start of a service. */
export type ServiceDefinition<Schema extends z.ZodObject> = {
  readonly name: string;
  /** Set when the process neither serves nor calls gRPC, so that it needs no certificate. */
  readonly hasNoRpc?: true;
  /** The service's own settings. baseConfig adds the settings of every service. */
  readonly config: Schema;
  /**
   * Opens connections, composes the parts and starts to serve. Returns the ports in use by their names. The service
   * reports these ports to its parent process.
   */
  readonly start: (
    config: z.infer<Schema> & BaseConfig,
    tools: ServiceTools,
  ) => Promise<Readonly<Record<string, number>>>;
};

/**
 * Runs a service from its start to its exit. It reads settings, starts telemetry and the operations port, and calls
 * `start`. On SIGTERM or SIGINT it becomes unready but keeps serving for ASSAY_DRAIN_SECONDS, so that callers and load
 * balancers can switch to others. A second signal ends that wait. Then the service drains, closes everything in reverse
 * order and exits. A service that fails to start logs the error and exits with 1. An unexpected error later is counted,
 * and the service continues.
 */
export async function runService<Schema extends z.ZodObject>(service: ServiceDefinition<Schema>): Promise<void> {
  const settings = readOrExit(service);
  const config = { ...settings, ASSAY_BIND_HOST: await usableBindHost(settings.ASSAY_BIND_HOST) };
  const metrics = createMetrics(service.name);
  const telemetry = await startTelemetry({
    service: service.name,
    sampleRatio: config.ASSAY_TRACE_SAMPLE_RATIO,
    environment: process.env,
    registry: metrics.registry,
  });
  ignoreOutputErrors();
  const log = createLogger(service.name, config.ASSAY_LOG_LEVEL, {
    onLine: telemetry.exportsLogs ? exportLogLine : undefined,
    output: createLogOutput(lostLinesCounter(metrics)),
  });
  const checks: Check[] = [];
  const pages = new Map<string, OperationsPage>();
  const shutdown = createShutdown(config, log);
  const { stop, stopping } = shutdown;
  shutdown.defer('telemetry', telemetry.shutdown);
  process.on('SIGTERM', () => stop('SIGTERM', 0));
  process.on('SIGINT', () => stop('SIGINT', 0));
  keepRunningAfterErrors(process, { log, metrics, stop });

  // Keeps the service unready until `start` has returned. A service may open its port last, and would otherwise seem
  // ready before it listens.
  let started = false;
  checks.push({
    name: 'start',
    need: 'always',
    run: () => (started ? Promise.resolve() : Promise.reject(new Error('the service is starting'))),
  });
  try {
    const operations = await serveOperations({
      host: config.ASSAY_BIND_HOST,
      port: config.ASSAY_OPS_PORT,
      registry: metrics.registry,
      checks,
      stopping,
      pages,
    });
    shutdown.defer('operations port', operations.close);
    const ports = await service.start(config, {
      log,
      metrics,
      check: (name, run, { need } = { need: 'always' }) => checks.push({ name, run, need }),
      operationsPage: (path, page) => pages.set(path, page),
      ...shutdown,
      identity: identityOf(service, config, log),
    });
    started = true;
    const opened = { ...ports, ops: operations.port };
    log.info({ ports: opened }, 'started');
    process.send?.({ started: service.name, ports: opened });
  } catch (error) {
    log.fatal({ err: error }, 'could not start');
    stop('could not start', 1);
  }
}

function identityOf({ hasNoRpc }: { readonly hasNoRpc?: true }, config: BaseConfig, log: Logger): Identity {
  return loadIdentity(hasNoRpc === true ? undefined : requiredTlsFiles(config), {
    mutualTls: config.ASSAY_MUTUAL_TLS === 'optional' ? 'optional' : 'required',
    onFailure: (error) => log.error({ err: error }, 'could not read the replaced certificate files'),
    onPlainFallback: (error) =>
      log.warn({ err: error }, 'connected to a service without TLS, because the handshake failed'),
  });
}

function lostLinesCounter(metrics: Metrics): (lines: number) => void {
  const logLinesLost = metrics.counter(
    'assay_log_lines_lost_total',
    'Log lines that were lost, because the log could not be written.',
    [],
  );
  return (lines) => logLinesLost.inc(lines);
}

function readOrExit<Schema extends z.ZodObject>(service: ServiceDefinition<Schema>): z.infer<Schema> & BaseConfig {
  try {
    return readConfig(baseConfig.extend(service.config.shape), process.env) as z.infer<Schema> & BaseConfig;
  } catch (error) {
    process.stderr.write(`${service.name}: ${error instanceof Error ? error.message : String(error)}\n`);
    return process.exit(1);
  }
}
