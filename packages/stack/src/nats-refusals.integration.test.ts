import { afterEach, expect, test } from '@jest/globals';
import { connectInBackground, openNats, type Nats } from '@assay/messaging/nats';
import type { NatsSettings } from '@assay/messaging/nats-auth';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNats, type NatsServer } from './nats.ts';
import { poll } from './poll.ts';
import { freePort } from './ports.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) {
    await close();
  }
});

/** Starts a server that accepts one password of the user `watch`. */
async function startWithPassword(dataDir: string, port: number, password: string): Promise<NatsServer> {
  const configFile = join(dataDir, 'nats-server.conf');
  writeFileSync(configFile, `authorization: { user: watch, password: "${password}" }\n`);
  return startNats({ dataDir, port, configFile, log: () => undefined });
}

/** Creates a folder, a port and a server. They are removed at the end of the test. */
async function openScene(password: string): Promise<{
  readonly settings: NatsSettings;
  readonly dataDir: string;
  readonly replace: (password: string) => Promise<void>;
}> {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-nats-refusals-'));
  closers.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const port = await freePort();
  let server = await startWithPassword(dataDir, port, password);
  closers.push(() => server.stop());
  return {
    dataDir,
    settings: { ASSAY_NATS_URL: `nats://127.0.0.1:${port}`, ASSAY_NATS_USER: 'watch' },
    replace: async (next) => {
      await server.stop();
      server = await startWithPassword(dataDir, port, next);
    },
  };
}

/** Creates the tools of a service. They record the log lines and the checks of the service. */
function fakeTools() {
  const lines: string[] = [];
  const checks = new Map<string, { readonly run: () => Promise<void>; readonly need: string | undefined }>();
  const add = (fields: object, message = ''): void => void lines.push(`${message} ${JSON.stringify(fields)}`);
  const log = { info: () => undefined, warn: add, error: add } as unknown as Parameters<typeof openNats>[2]['log'];
  return {
    lines,
    checks,
    tools: {
      log,
      defer: (_name: string, close: () => unknown) => void closers.push(close),
      check: (name: string, run: () => Promise<void>, options?: { readonly need: string }) =>
        void checks.set(name, { run, need: options?.need }),
    },
  };
}

const until = async (conditionName: string, condition: () => unknown): Promise<void> => {
  await poll(async () => ((await condition()) ? true : undefined), {
    timeoutMs: 30_000,
    everyMs: 50,
    onTimeout: () => {
      throw new Error(`waited in vain until ${conditionName}`);
    },
  });
};

const canSend = async (nats: Nats | undefined): Promise<boolean> => {
  await nats?.connection.flush();
  return nats !== undefined;
};

test('a connection survives any number of refused logins, and works when the server accepts it again', async () => {
  const scene = await openScene('first');
  const { tools, lines } = fakeTools();
  const nats = await openNats({ ...scene.settings, ASSAY_NATS_PASSWORD: 'first' }, 'watch', tools);
  await scene.replace('second');
  let refusals = 0;
  void (async () => {
    for await (const { type } of nats.connection.status()) {
      refusals += type === 'error' ? 1 : 0;
    }
  })();
  await until('the server has refused four logins', () => refusals >= 4);
  expect([nats.connected(), nats.connection.isClosed()]).toEqual([false, false]);
  await scene.replace('first');
  await until('the service is connected again', () => nats.connected());
  expect(await canSend(nats)).toBe(true);
  expect(lines.filter((line) => line.startsWith('NATS refuses the login'))).toHaveLength(1);
  expect(lines.filter((line) => line.startsWith('lost the connection'))).toHaveLength(1);
}, 60_000);

test('a password file is read again at each login, and a missing one does not end the connection', async () => {
  const scene = await openScene('first');
  const { tools } = fakeTools();
  const file = join(scene.dataDir, 'password');
  writeFileSync(file, 'first\n');
  const nats = await openNats({ ...scene.settings, ASSAY_NATS_PASSWORD_FILE: file }, 'watch', tools);
  rmSync(file);
  await scene.replace('second');
  await until('the server is lost', () => !nats.connected());
  writeFileSync(file, 'second\n');
  await until('the service is connected with the new password', () => nats.connected());
  expect(await canSend(nats)).toBe(true);
}, 60_000);

test('a service whose first login is refused says why, names NATS as impaired, and connects later', async () => {
  const scene = await openScene('second');
  const { tools, lines, checks } = fakeTools();
  const settings = { ...scene.settings, ASSAY_NATS_PASSWORD: 'first' };
  await expect(openNats(settings, 'watch', tools)).rejects.toThrow(/authorization/i);
  const nats = connectInBackground(settings, 'watch', 'changes stay pending', tools);
  const check = checks.get('nats');
  expect(check?.need).toBe('never');
  await until('the log says why', () => lines.some((line) => /changes stay pending .*Authorization/.test(line)));
  await expect(check?.run()).rejects.toThrow('NATS is not connected');
  await scene.replace('first');
  await until('the service is connected', () => nats()?.connected());
  await check?.run();
  expect(await canSend(nats())).toBe(true);
}, 60_000);
