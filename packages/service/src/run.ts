import type { z } from 'zod';
import { baseConfig, readConfig, type BaseConfig } from './config.ts';
import { createLogger, type Logger } from './log.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { serveOperations, type Check } from './operations.ts';
import { startTelemetry } from './telemetry.ts';

/** What a service is given to start with. Everything it opens it must also `defer`. */
export type ServiceTools = {
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Runs when the service stops, in the reverse order of registration. */
  readonly defer: (name: string, close: () => unknown) => void;
  /** Adds a question that /readyz asks. */
  readonly check: (name: string, run: () => Promise<void>) => void;
  /** Runs at the first sign of stopping, before anything is closed: stop taking new work. */
  readonly onDrain: (drain: () => unknown) => void;
  /** Whether the service was told to stop. */
  readonly stopping: () => boolean;
};

/** What a service says about itself. */
export type ServiceDefinition<Schema extends z.ZodObject> = {
  readonly name: string;
  /** The service's own settings, without those of every service. */
  readonly config: Schema;
  /** Opens, wires and serves. What it returns is reported to the parent process as the ports in use. */
  readonly start: (
    config: z.infer<Schema> & BaseConfig,
    tools: ServiceTools,
  ) => Promise<Readonly<Record<string, number>>>;
};

/**
 * Lives one service's life: settings, telemetry, operations port, start; on SIGTERM or SIGINT unready, drain, close in
 * reverse order, flush, exit. A failure to start is logged in words and exits with 1.
 */
export async function runService<Schema extends z.ZodObject>(service: ServiceDefinition<Schema>): Promise<void> {
  const config = readOrExit(service);
  const log = createLogger(service.name, config.ASSAY_LOG_LEVEL);
  const metrics = createMetrics(service.name);
  const telemetry = startTelemetry({
    service: service.name,
    endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT,
    sampleRatio: config.ASSAY_TRACE_SAMPLE_RATIO,
  });
  const checks: Check[] = [];
  const closers: { readonly name: string; readonly close: () => unknown }[] = [];
  const drains: (() => unknown)[] = [];
  let stopping = false;

  const stop = async (reason: string, exitCode: number): Promise<never> => {
    stopping = true;
    log.info({ reason }, 'stopping');
    const giveUp = setTimeout(() => {
      log.error('did not stop in time');
      process.exit(1);
    }, config.ASSAY_DRAIN_MS + 5_000);
    giveUp.unref();
    for (const drain of drains) {
      await settle(log, 'drain', drain);
    }
    for (const { name, close } of closers.toReversed()) {
      await settle(log, name, close);
    }
    await settle(log, 'telemetry', telemetry.shutdown);
    process.exit(exitCode);
  };
  const once = (reason: string): void => {
    if (!stopping) {
      void stop(reason, 0);
    }
  };
  process.on('SIGTERM', () => once('SIGTERM'));
  process.on('SIGINT', () => once('SIGINT'));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'a bug reached the top of the process');
    void stop('uncaught exception', 1);
  });
  process.on('unhandledRejection', (error) => {
    log.fatal({ err: error }, 'a rejection that nobody handled');
    void stop('unhandled rejection', 1);
  });

  try {
    const operations = await serveOperations({
      host: config.ASSAY_BIND_HOST,
      port: config.ASSAY_OPS_PORT,
      registry: metrics.registry,
      checks,
      stopping: () => stopping,
    });
    closers.push({ name: 'operations port', close: operations.close });
    const ports = await service.start(config, {
      log,
      metrics,
      defer: (name, close) => closers.push({ name, close }),
      check: (name, run) => checks.push({ name, run }),
      onDrain: (drain) => drains.push(drain),
      stopping: () => stopping,
    });
    const opened = { ...ports, ops: operations.port };
    log.info({ ports: opened }, 'started');
    process.send?.({ started: service.name, ports: opened });
  } catch (error) {
    log.fatal({ err: error }, 'could not start');
    await stop('could not start', 1);
  }
}

function readOrExit<Schema extends z.ZodObject>(service: ServiceDefinition<Schema>): z.infer<Schema> & BaseConfig {
  try {
    return readConfig(baseConfig.extend(service.config.shape), process.env) as z.infer<Schema> & BaseConfig;
  } catch (error) {
    process.stderr.write(`${service.name}: ${error instanceof Error ? error.message : String(error)}\n`);
    return process.exit(1);
  }
}

async function settle(log: Logger, name: string, close: () => unknown): Promise<void> {
  try {
    await close();
  } catch (error) {
    log.warn({ err: error, name }, 'did not close cleanly');
  }
}
