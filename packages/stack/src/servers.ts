import { startNats } from './nats.ts';
import { startPostgres } from './postgres.ts';
import type { ProcessGroup } from './process-group.ts';
import type { Progress } from './progress.ts';
import type { StackSettings } from './settings.ts';

/** The settings and tools for starting PostgreSQL and NATS. */
export type ServerContext = {
  readonly dataDir: string;
  readonly settings: StackSettings;
  readonly progress: Progress;
  readonly group: ProcessGroup;
  /** Whether to restart a server that ends unexpectedly. */
  readonly restart: boolean;
};

const graceMs = 5_000;

/** Returns the URL of ASSAY_PG_URL if it is set. Otherwise starts a PostgreSQL server and returns its URL. */
export async function usePostgres(context: ServerContext): Promise<string> {
  const url = context.settings.ASSAY_PG_URL;
  if (url !== undefined) {
    context.progress.note('PostgreSQL: using the server of ASSAY_PG_URL');
    return url;
  }
  return superviseServer(context, 'PostgreSQL', 'postgres', 'SIGINT', (port, log, onSpawn) =>
    startPostgres({ dataDir: context.dataDir, port, log, onSpawn }),
  );
}

/** Returns the URL of ASSAY_NATS_URL if it is set. Otherwise starts a NATS server and returns its URL. */
export async function useNats(context: ServerContext): Promise<string> {
  const url = context.settings.ASSAY_NATS_URL;
  if (url !== undefined) {
    context.progress.note('NATS: using the server of ASSAY_NATS_URL');
    return url;
  }
  const program = context.settings.ASSAY_NATS_SERVER_BIN;
  return superviseServer(context, 'NATS with JetStream', 'nats', 'SIGTERM', (port, log, onSpawn) =>
    startNats({ dataDir: context.dataDir, port, log, onSpawn, program }),
  );
}

type Server = Awaited<ReturnType<typeof startNats>>;
type OnSpawn = NonNullable<Parameters<typeof startNats>[0]['onSpawn']>;

async function superviseServer(
  context: ServerContext,
  title: string,
  name: string,
  stopSignal: NodeJS.Signals,
  startServer: (port: number | undefined, log: (line: string) => void, onSpawn: OnSpawn) => Promise<Server>,
): Promise<string> {
  const { progress } = context;
  let server: Server | undefined;
  await progress.step(
    title,
    () =>
      context.group.start({
        name,
        start: async (onSpawn) => {
          // The first start has already logged its changes to this machine, and a restart makes none. So a restart logs
          // nothing.
          server = await startServer(server?.port, server === undefined ? progress.note : () => undefined, onSpawn);
          return server.process;
        },
        stopSignal,
        stopGraceMs: graceMs,
        restartOnExit: context.restart,
        onNote: progress.note,
      }),
    () => `127.0.0.1:${server?.port}`,
  );
  if (server === undefined) {
    throw new Error(`${title} started without an address`);
  }
  return server.url;
}
