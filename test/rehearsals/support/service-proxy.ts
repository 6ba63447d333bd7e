import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** One server behind a proxy. */
export type Endpoint = {
  readonly port: number;
  /** Returns whether the proxy may send new connections to this server now. */
  readonly isReady: () => Promise<boolean>;
};

/** A TCP proxy that simulates a Service of Kubernetes: one address in front of all endpoints that are ready. */
export type ServiceProxy = {
  readonly port: number;
  /** Asks all endpoints whether they are ready, in parallel. From then on, new connections go to those that said so. */
  readonly refresh: () => Promise<void>;
  readonly close: () => Promise<void>;
};

const everyMs = 200;

/**
 * Starts a proxy on a free port of 127.0.0.1. New connections cycle through the ready endpoints; when none is ready,
 * the connection is closed. As with a real Service, open connections stay with their endpoint. A server that stops
 * closes its connections itself.
 */
export async function startServiceProxy(endpoints: readonly Endpoint[]): Promise<ServiceProxy> {
  let ready: readonly Endpoint[] = [];
  let turn = 0;
  const sockets = new Set<Socket>();
  const refresh = async (): Promise<void> => {
    const states = await Promise.all(endpoints.map(({ isReady }) => isReady()));
    ready = endpoints.filter((_endpoint, index) => states[index]);
  };
  const server = createServer({ noDelay: true }, (incoming) => {
    turn += 1;
    const endpoint = ready[turn % ready.length];
    if (endpoint === undefined) {
      incoming.destroy();
      return;
    }
    join(incoming, connect({ port: endpoint.port, host: '127.0.0.1', noDelay: true }), sockets);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await refresh();
  let refreshing = false;
  const timer = setInterval(() => {
    if (!refreshing) {
      refreshing = true;
      void refresh().finally(() => (refreshing = false));
    }
  }, everyMs);
  return { port: portOf(server), refresh, close: () => closeAll(server, sockets, timer) };
}

/** Passes bytes in both directions. When one side ends or breaks, the other is ended too. */
function join(incoming: Socket, outgoing: Socket, sockets: Set<Socket>): void {
  for (const [from, to] of [
    [incoming, outgoing],
    [outgoing, incoming],
  ] as const) {
    sockets.add(from);
    // A broken connection also emits "close", and the handler of "close" destroys the other side.
    from.on('error', () => undefined);
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
    from.pipe(to);
  }
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

async function closeAll(server: Server, sockets: ReadonlySet<Socket>, timer: NodeJS.Timeout): Promise<void> {
  clearInterval(timer);
  const closed = new Promise((resolve) => server.close(resolve));
  sockets.forEach((socket) => socket.destroy());
  await closed;
}
