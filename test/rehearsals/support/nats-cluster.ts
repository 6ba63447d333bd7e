import { jetstreamManager, type StreamInfo } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { startNats, type NatsServer } from '@assay/stack/nats';
import { freePort } from '@assay/stack/ports';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../e2e/support/system.ts';

/** A cluster of three NATS servers. It stores three copies of each stream. */
export type NatsCluster = {
  /** The addresses of all servers, separated by commas. */
  readonly urls: string;
  /** Kills the server that is the leader of a stream. Returns the server's name. */
  readonly killLeader: (stream: string) => Promise<string>;
  /**
   * Starts a killed server again with the same files. Resolves when every stream has three copies that are up to date.
   */
  readonly bringBack: (name: string) => Promise<void>;
  readonly stop: () => Promise<void>;
  /** Kills every server immediately. */
  readonly destroy: () => void;
};

type Node = { readonly name: string; readonly dataDir: string; readonly configFile: string; readonly port: number };

const size = 3;
const electionWithinMs = 30_000;
const currentWithinMs = 60_000;
const copies = 3;

/** Starts the servers. Their files and logs are in a folder. */
export async function startNatsCluster(folder: string): Promise<NatsCluster> {
  const nodes = await planNodes(folder);
  const servers = new Map<string, NatsServer>();
  const start = async (node: Node): Promise<void> => {
    const { dataDir, configFile, port } = node;
    servers.set(node.name, await startNats({ dataDir, configFile, port, log: () => undefined }));
  };
  await Promise.all(nodes.map(start));
  const urls = nodes.map(({ port }) => `nats://127.0.0.1:${port}`).join(',');
  await until(() => streamsOf(urls), Array.isArray, electionWithinMs);
  return {
    urls,
    killLeader: async (stream) => {
      const streams = (await streamsOf(urls)) ?? [];
      const leader = streams.find(({ config }) => config.name === stream)?.cluster?.leader ?? '';
      const server = servers.get(leader);
      if (server === undefined) {
        throw new Error(`the stream ${stream} has no leader`);
      }
      server.process.signal('SIGKILL');
      await server.process.exited;
      return leader;
    },
    bringBack: async (name) => {
      await start(nodes.find((node) => node.name === name) as Node);
      await until(() => streamsOf(urls), everyCopyIsCurrent, currentWithinMs);
    },
    stop: async () => {
      await Promise.all([...servers.values()].map((server) => server.stop()));
    },
    destroy: () => servers.forEach(({ process }) => process.signal('SIGKILL')),
  };
}

/** Chooses ports and writes a configuration file for each server. */
async function planNodes(folder: string): Promise<Node[]> {
  const routePorts = await Promise.all(Array.from({ length: size }, () => freePort()));
  const routes = routePorts.map((port) => `nats-route://127.0.0.1:${port}`).join(', ');
  return Promise.all(
    routePorts.map(async (routePort, index) => {
      const name = `nats-${index + 1}`;
      const dataDir = join(folder, name);
      const configFile = join(dataDir, 'nats-server.conf');
      mkdirSync(dataDir, { recursive: true });
      writeFileSync(
        configFile,
        `server_name: ${name}\ncluster { name: assay, listen: "127.0.0.1:${routePort}", routes: [${routes}] }\n`,
      );
      return { name, dataDir, configFile, port: await freePort() };
    }),
  );
}

/** Returns the state of all streams. Undefined while the cluster has no leader. */
async function streamsOf(urls: string): Promise<StreamInfo[] | undefined> {
  const connection = await connect({ servers: urls.split(','), maxReconnectAttempts: 0, timeout: 2_000 });
  try {
    const manager = await jetstreamManager(connection, { timeout: 2_000, checkAPI: false });
    return await manager.streams.list().next();
  } catch {
    // While a cluster elects a leader, it does not answer.
    return undefined;
  } finally {
    await connection.close();
  }
}

function everyCopyIsCurrent(streams: readonly StreamInfo[] | undefined): boolean {
  return (
    streams?.every(({ cluster }) => {
      const followers = cluster?.replicas ?? [];
      return followers.length === copies - 1 && followers.every(({ current }) => current);
    }) ?? false
  );
}
