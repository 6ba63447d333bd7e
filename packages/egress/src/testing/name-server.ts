import { createSocket, type RemoteInfo } from 'node:dgram';
import type { AddressInfo } from 'node:net';

/** The records of a name server by host name: addresses, an alias, an error (`fails`) or no answer (`silent`). */
export type Zone = Readonly<
  Record<
    string,
    { readonly a?: readonly string[]; readonly aaaa?: readonly string[]; readonly cname?: string } | 'fails' | 'silent'
  >
>;

/** A name server on loopback. */
export type NameServer = {
  /** `address:port`, for `createNameResolver`. */
  readonly address: string;
  /** The names that were asked for, with the record type: 1 for A, 28 for AAAA. */
  readonly questions: () => readonly { readonly name: string; readonly type: number }[];
  readonly close: () => Promise<void>;
};

const types = { a: 1, cname: 5, aaaa: 28 };

/** Starts a name server for one zone. Every answer has a time to live of 0. */
export async function startNameServer(zone: Zone): Promise<NameServer> {
  const socket = createSocket('udp4');
  const questions: { name: string; type: number }[] = [];
  socket.on('message', (message: Buffer, from: RemoteInfo) => {
    const { name, type, end } = readQuestion(message);
    questions.push({ name, type });
    const answer = answerTo(message.subarray(0, end), zone, name, type);
    if (answer !== undefined) {
      socket.send(answer, from.port, from.address);
    }
  });
  await new Promise<void>((resolve) => {
    socket.bind(0, '127.0.0.1', resolve);
  });
  const { port } = socket.address() as AddressInfo;
  return {
    address: `127.0.0.1:${port}`,
    questions: () => questions,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function readQuestion(message: Buffer): { readonly name: string; readonly type: number; readonly end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

function answerTo(question: Buffer, zone: Zone, name: string, type: number): Buffer | undefined {
  const entry = zone[name];
  if (entry === 'silent') {
    return undefined;
  }
  const records = entry === undefined || entry === 'fails' ? [] : recordsOf(zone, name, type);
  const header = Buffer.from(question.subarray(0, 12));
  const code = entry === undefined ? 3 : entry === 'fails' ? 2 : 0;
  header.writeUInt16BE(0x8180 | code, 2);
  header.writeUInt16BE(records.length, 6);
  header.writeUInt32BE(0, 8);
  return Buffer.concat([header, question.subarray(12), ...records]);
}

function recordsOf(zone: Zone, name: string, type: number): Buffer[] {
  const entry = zone[name];
  if (entry === undefined || typeof entry === 'string') {
    return [];
  }
  if (entry.cname !== undefined) {
    return [record(name, types.cname, encodeName(entry.cname)), ...recordsOf(zone, entry.cname, type)];
  }
  return type === types.a
    ? (entry.a ?? []).map((address) => record(name, type, Buffer.from(address.split('.').map(Number))))
    : type === types.aaaa
      ? (entry.aaaa ?? []).map((groups) => record(name, type, Buffer.from(groups.replaceAll(':', ''), 'hex')))
      : [];
}

function record(name: string, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([encodeName(name), fixed, data]);
}

function encodeName(name: string): Buffer {
  return Buffer.concat([
    ...name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label, 'latin1')])),
    Buffer.from([0]),
  ]);
}
