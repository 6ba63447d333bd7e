import { createServer, type AddressInfo, type Socket } from 'node:net';
import pg from 'pg';

/** What the simulated pooler does with settings that a client sends when it connects. */
export type StartupSettings = 'refused' | 'ignored';

/** A running simulated pooler. */
export type Pooler = { readonly url: string; readonly close: () => Promise<void> };

type Session = { readonly client: pg.Client; readonly socket: Socket };

const sslRequest = 80_877_103;
const protocolParameters = new Set(['user', 'database', 'client_encoding', 'application_name']);

/**
 * Starts a simulation of PgBouncer in front of a PostgreSQL server, for real clients. In the mode `transaction`, it
 * gives a client's session to the next client as soon as a transaction ends. In the mode `session`, it does so when the
 * client disconnects.
 */
export async function startPooler(
  databaseUrl: string,
  mode: 'transaction' | 'session',
  settings: StartupSettings,
): Promise<Pooler> {
  const idle: Session[] = [];
  const sessions: Session[] = [];
  const take = async (): Promise<Session> => {
    const free = idle.pop();
    if (free !== undefined) {
      return free;
    }
    // First the driver logs in. Then the pooler uses the driver's socket for the messages of its clients.
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    stream.removeAllListeners('data');
    client.on('error', () => undefined);
    const session = { client, socket: stream };
    sessions.push(session);
    return session;
  };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    void serveClient(socket, { mode, settings, take, release: (session) => void idle.push(session) });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    close: async () => {
      sockets.forEach((socket) => socket.destroy());
      sessions.forEach(({ socket }) => socket.destroy());
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function serveClient(
  socket: Socket,
  pooler: {
    readonly mode: 'transaction' | 'session';
    readonly settings: StartupSettings;
    readonly take: () => Promise<Session>;
    readonly release: (session: Session) => void;
  },
): Promise<void> {
  const startup = await readStartup(socket);
  const unknown = [...startup.keys()].find((name) => !protocolParameters.has(name));
  if (unknown !== undefined && pooler.settings === 'refused') {
    const fields = ['SFATAL', 'VFATAL', 'C08P01', `Munsupported startup parameter: ${unknown}`, ''];
    socket.end(message('E', Buffer.from(`${fields.join('\0')}\0`)));
    return;
  }
  socket.write(Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]));
  let session: Session | undefined;
  let taking: Promise<Session> | undefined;
  const giveBack = (): void => {
    session?.socket.removeAllListeners('data');
    if (session !== undefined) {
      pooler.release(session);
    }
    session = undefined;
  };
  socket.on('close', giveBack);
  socket.on('data', (bytes: Buffer) => {
    if (bytes[0] === 'X'.charCodeAt(0)) {
      socket.end();
      return;
    }
    taking ??= session === undefined ? attach() : Promise.resolve(session);
    void taking.then(({ socket: server }) => server.write(bytes));
  });
  const attach = async (): Promise<Session> => {
    const freeSession = await pooler.take();
    session = freeSession;
    freeSession.socket.on('data', (bytes: Buffer) => {
      socket.write(bytes);
      // The last message of a response is ReadyForQuery. Its "I" (idle) means that no transaction is open.
      if (pooler.mode === 'transaction' && bytes.subarray(-6).equals(message('Z', Buffer.from('I')))) {
        taking = undefined;
        giveBack();
      }
    });
    return freeSession;
  };
}

/** Reads the startup parameters of a connection. When the client asks for TLS, answers "no". */
function readStartup(socket: Socket): Promise<ReadonlyMap<string, string>> {
  return new Promise((resolve) => {
    const onData = (bytes: Buffer): void => {
      if (bytes.readInt32BE(4) === sslRequest) {
        socket.write('N');
        return;
      }
      socket.off('data', onData);
      const words = bytes.subarray(8).toString('utf8').split('\0');
      resolve(
        new Map(
          words.flatMap((word, index) => (index % 2 === 0 && word !== '' ? [[word, words[index + 1] ?? '']] : [])),
        ),
      );
    };
    socket.on('data', onData);
  });
}

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
