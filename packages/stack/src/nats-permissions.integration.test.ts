import { subjects } from '@assay/rpc/subjects';
import type { Nats } from '@assay/messaging/nats';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startNatsWithUsers, type NatsWithUsers } from './testing/nats-users.ts';

let server: NatsWithUsers;
let engine: Nats;
const decisions = subjects.decisionRecorded;
const triggers = subjects.watchTriggered;

beforeAll(async () => {
  server = await startNatsWithUsers();
  engine = await server.open('engine');
  await (await engine.manager()).streams.add(queueOf(decisions));
}, 30_000);

afterAll(async () => {
  await server.close();
});

type Manager = Awaited<ReturnType<Nats['manager']>>;
type NewStream = Parameters<Manager['streams']['add']>[0];

function queueOf({ stream, subject }: { readonly stream: string; readonly subject: string }): NewStream {
  return { name: stream, subjects: [subject], retention: 'workqueue', storage: 'file' };
}

/**
 * Subscribes to a subject, and returns the messages that arrived. When the server refuses the subscription, none
 * arrive.
 */
async function spyOn(nats: Nats, subject: string): Promise<readonly string[]> {
  const received: string[] = [];
  nats.connection.subscribe(subject, {
    callback: (refusal, message) => void (refusal === null ? received.push(message.subject) : 0),
  });
  await nats.connection.flush();
  return received;
}

/** Stores a decision and reads it back, as the engine's recorder does. Both operations use an inbox for the replies. */
async function recordDecision(): Promise<void> {
  await engine.jetstream.publish(decisions.subject, decisions.encode({ decisions: [] }));
  const manager = await engine.manager();
  await manager.consumers.add(decisions.stream, { durable_name: 'reader', ack_policy: 'explicit' });
  const message = await (await engine.jetstream.consumers.get(decisions.stream, 'reader')).next({ expires: 2_000 });
  expect(message?.subject).toBe(decisions.subject);
  await message?.ackAck();
}

const others = ['billing', 'gateway', 'watch'] as const;

test.each(others)(
  'the user of %s reads no decision, by no subject',
  async (user) => {
    const spy = await server.open(user);
    const spied = await Promise.all(
      ['>', '_INBOX.>', '_INBOX.engine.>', '_INBOX.*.*', '$JS.>', 'assay.>', decisions.subject].map((subject) =>
        spyOn(spy, subject),
      ),
    );
    await recordDecision();
    await spy.connection.flush();
    expect(spied.flat()).toEqual([]);
  },
  20_000,
);

test.each(others)(
  'the user of %s reads no inbox of another, and its own',
  async (user) => {
    const spy = await server.open(user);
    const refused = new Promise<string>((resolve) => {
      spy.connection.subscribe('_INBOX.>', { callback: (refusal) => resolve(String(refusal)) });
    });
    expect(await refused).toMatch(/permissions violation/i);
    const ownReply = new Promise<string>((resolve) => {
      spy.connection.subscribe(`_INBOX.${user}.own`, { callback: (refusal) => resolve(String(refusal)) });
    });
    const isRefused = await Promise.race([ownReply, spy.connection.flush()]);
    expect(isRefused).toBeUndefined();
  },
  20_000,
);

/** Definitions of streams that would copy messages which another service stores or receives. */
const copies: readonly (readonly [string, Partial<NewStream>])[] = [
  ['a source', { subjects: [triggers.subject], sources: [{ name: decisions.stream }] }],
  ['a mirror', { mirror: { name: decisions.stream } }],
  ['the inboxes of the engine', { subjects: [triggers.subject, '_INBOX.engine.>'] }],
  ['every subject', { subjects: [triggers.subject, 'assay.decision.>', 'assay.stream.>'] }],
];

test.each(copies)(
  'the user of watch gets no decision into its stream by %s',
  async (_way, config) => {
    const watch = await server.open('watch');
    const manager = await watch.manager();
    await manager.streams.add({ name: triggers.stream, ...config }).catch(() => undefined);
    await recordDecision();
    const stored = await manager.streams.info(triggers.stream).catch(() => undefined);
    expect(stored?.state.messages ?? 0).toBe(0);
    await manager.streams.delete(triggers.stream).catch(() => undefined);
  },
  20_000,
);

test('the gateway learns what billing and the engine announce to it, and the engine nothing of billing', async () => {
  const [gateway, billing] = [await server.open('gateway'), await server.open('billing')];
  const announced = [subjects.keyRevoked.subject, subjects.keyLimitChanged.subject, subjects.catalogChanged.subject];
  const heard = await Promise.all(announced.map((subject) => spyOn(gateway, subject)));
  const overheard = await spyOn(engine, subjects.keyRevoked.subject);
  billing.connection.publish(subjects.keyRevoked.subject, new Uint8Array());
  billing.connection.publish(subjects.keyLimitChanged.subject, new Uint8Array());
  engine.connection.publish(subjects.catalogChanged.subject, new Uint8Array());
  await Promise.all([billing.connection.flush(), engine.connection.flush()]);
  await gateway.connection.flush();
  expect(heard).toEqual(announced.map((subject) => [subject]));
  expect(overheard).toEqual([]);
}, 20_000);
