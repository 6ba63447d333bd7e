import { startNats } from './nats.ts';
import { startPostgres } from './postgres.ts';
import type { ProcessGroup } from './process-group.ts';
import type { Report } from './report.ts';
import type { StackSettings } from './settings.ts';

/** Where the servers keep their data and whom they tell. */
export type ServersStart = {
  readonly dataDir: string;
  readonly settings: StackSettings;
  readonly report: Report;
  readonly group: ProcessGroup;
  /** Whether a server that ends unasked is started again. */
  readonly restart: boolean;
};

const graceMs = 5_000;

/** The PostgreSQL to use: the one given in the environment, else one of our own. Resolves to its URL. */
export async function usePostgres(start: ServersStart): Promise<string> {
  const given = start.settings.ASSAY_PG_URL;
  if (given !== undefined) {
    start.report.note('PostgreSQL: the server given in ASSAY_PG_URL is used');
    return given;
  }
  return keepServer(start, 'PostgreSQL', 'postgres', 'SIGINT', (port, log, spawned) =>
    startPostgres({ dataDir: start.dataDir, port, log, spawned }),
  );
}

/** The NATS server to use: the one given in the environment, else one of our own. Resolves to its URL. */
export async function useNats(start: ServersStart): Promise<string> {
  const given = start.settings.ASSAY_NATS_URL;
  if (given !== undefined) {
    start.report.note('NATS: the server given in ASSAY_NATS_URL is used');
    return given;
  }
  const program = start.settings.ASSAY_NATS_SERVER_BIN;
  return keepServer(start, 'NATS with JetStream', 'nats', 'SIGTERM', (port, log, spawned) =>
    startNats({ dataDir: start.dataDir, port, log, spawned, program }),
  );
}

type Server = Awaited<ReturnType<typeof startNats>>;
type Spawned = NonNullable<Parameters<typeof startNats>[0]['spawned']>;

async function keepServer(
  start: ServersStart,
  title: string,
  name: string,
  stopSignal: NodeJS.Signals,
  begin: (port: number | undefined, log: (line: string) => void, spawned: Spawned) => Promise<Server>,
): Promise<string> {
  const { report } = start;
  let server: Server | undefined;
  await report.step(
    title,
    () =>
      start.group.start({
        name,
        start: async (spawned) => {
          // A restart does nothing to this machine that the first start has not said.
          server = await begin(server?.port, server === undefined ? report.note : () => undefined, spawned);
          return server.process;
        },
        stopSignal,
        stopGraceMs: graceMs,
        restartOnExit: start.restart,
        report: report.note,
      }),
    () => `127.0.0.1:${server?.port}`,
  );
  if (server === undefined) {
    throw new Error(`${title} was started and gave no address`);
  }
  return server.url;
}
