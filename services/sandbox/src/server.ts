import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ControlRequest } from './control/control.ts';
import type { States } from './control/states.ts';
import { page, type Room, type RoomAnswer, type RoomRequest } from './rooms.ts';

const longestBodyBytes = 8 * 1_024 * 1_024;
/** Longer than callers keep a connection, so that none is closed under a request. */
const keepAliveMs = 90_000;

/** What stands behind a name that is garbage: a page of somebody in between, where data should be. */
const garbage = page(200, 'Please sign in to continue');

/**
 * The sandbox's one port: `/<room>/...` for the outside world, `/control` for whoever directs it. Every response says
 * that it is the sandbox's.
 * @param now the sandbox's time, in milliseconds since the Unix epoch; the Date header follows it too.
 */
export function createSandboxServer(options: {
  readonly rooms: readonly Room[];
  readonly states: States;
  readonly control: (request: ControlRequest) => RoomAnswer;
  readonly now: () => number;
}): Server {
  const { states, control, now } = options;
  const rooms = new Map(options.rooms.map((room) => [room.path ?? room.name, room]));
  const dateHeader = createDateHeader();

  const server = createServer((request, response) => {
    const { first, path: behind, query } = split(request.url ?? '/');
    if (first === 'control') {
      readBody(request, response, (body) => {
        send(response, control({ method: request.method ?? 'GET', path: behind, body }), dateHeader(now()));
      });
      return;
    }
    const found = find(first, behind);
    if (found === undefined) {
      send(response, page(404, 'There is no such provider in the sandbox'), dateHeader(now()));
      return;
    }
    const { room, path } = found;
    const { name } = room;
    if (states.of(name).state === 'down') {
      request.socket.resetAndDestroy();
      return;
    }
    readBody(request, response, (body) => {
      const { delayMs } = states.of(name);
      const finish = (): void => {
        const nowMs = now();
        const asked = { method: request.method ?? 'GET', path, query: new URLSearchParams(query), body, nowMs };
        send(response, answerOf(room, states.of(name).state, asked), dateHeader(nowMs));
      };
      if (delayMs === 0) {
        finish();
        return;
      }
      const timer = setTimeout(finish, delayMs);
      response.on('close', () => clearTimeout(timer));
    });
  });
  server.on('upgrade', (request, socket, head) => {
    const { first, path } = split(request.url ?? '/');
    const room = find(first, path)?.room;
    if (room?.upgrade === undefined || states.of(room.name).state === 'down') {
      socket.destroy();
      return;
    }
    room.upgrade(request, socket, head);
  });
  endUpgradedToo(server);
  server.keepAliveTimeout = keepAliveMs;
  return server;

  function find(first: string, path: string): { readonly room: Room; readonly path: string } | undefined {
    const room = rooms.get(first);
    if (room !== undefined) {
      return { room, path };
    }
    const slash = path.indexOf('/', 1);
    const second = slash === -1 ? path : path.slice(0, slash);
    const deeper = rooms.get(first + second);
    return deeper === undefined ? undefined : { room: deeper, path: path.slice(second.length) };
  }
}

/** Node forgets a connection that becomes something else, and the end of the server would wait for it for ever. */
function endUpgradedToo(server: Server): void {
  const upgraded = new Set<Duplex>();
  server.on('upgrade', (_request, socket) => {
    upgraded.add(socket);
    socket.once('close', () => upgraded.delete(socket));
  });
  const closeOwn = server.closeAllConnections.bind(server);
  server.closeAllConnections = () => {
    closeOwn();
    for (const socket of upgraded) {
      socket.destroy();
    }
  };
}

function answerOf(room: Room, state: string, request: RoomRequest): RoomAnswer {
  switch (state) {
    case 'error':
      return room.failed(request);
    case 'rate_limited':
      return room.rateLimited(request);
    case 'garbage':
      return garbage;
    default:
      return room.answer(request);
  }
}

/** A URL as its first part, the path behind that and the query, without what a URL parser would cost. */
function split(url: string): { readonly first: string; readonly path: string; readonly query: string } {
  const mark = url.indexOf('?');
  const whole = mark === -1 ? url : url.slice(0, mark);
  const query = mark === -1 ? '' : url.slice(mark + 1);
  const slash = whole.indexOf('/', 1);
  return slash === -1
    ? { first: whole.slice(1), path: '', query }
    : { first: whole.slice(1, slash), path: whole.slice(slash), query };
}

function readBody(request: IncomingMessage, response: ServerResponse, then: (body: string) => void): void {
  if (request.method === 'GET') {
    request.resume();
    then('');
    return;
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= longestBodyBytes) {
      chunks.push(chunk);
    }
  });
  request.on('end', () => {
    if (bytes > longestBodyBytes) {
      response.writeHead(413, { 'x-assay-sandbox': 'true' }).end();
      return;
    }
    then(Buffer.concat(chunks).toString('utf8'));
  });
}

function send(response: ServerResponse, answer: RoomAnswer, date: string): void {
  response.writeHead(answer.status, {
    date,
    'x-assay-sandbox': 'true',
    'content-type': answer.contentType ?? 'application/json',
    'content-length': Buffer.byteLength(answer.body),
  });
  response.end(answer.body);
}

/** The Date header of a moment, written once a second. */
function createDateHeader(): (nowMs: number) => string {
  let second = -1;
  let written = '';
  return (nowMs) => {
    const current = Math.floor(nowMs / 1_000);
    if (current !== second) {
      second = current;
      written = new Date(nowMs).toUTCString();
    }
    return written;
  };
}
