import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { expect, test } from '@jest/globals';
import { chooseGatewayPort, freePort, portIsFree } from './ports.ts';

const always = async (): Promise<boolean> => true;
const never = async (): Promise<boolean> => false;

test('the gateway gets 8080 when no port is requested and 8080 is free', async () => {
  const notes: string[] = [];
  expect(await chooseGatewayPort(undefined, (line) => notes.push(line), always)).toBe(8080);
  expect(notes).toEqual([]);
});

test('the gateway gets a free port when no port is requested and 8080 is in use, and a note says so', async () => {
  const notes: string[] = [];
  const port = await chooseGatewayPort(
    undefined,
    (line) => notes.push(line),
    async (candidate) => candidate !== 8080,
  );
  expect(port).not.toBe(8080);
  expect(notes.join()).toContain(String(port));
});

test('a requested port that is in use rejects with its number and a way out', async () => {
  await expect(chooseGatewayPort(9123, () => undefined, never)).rejects.toThrow(/9123.*ASSAY_PORT/);
});

test('zero requests any free port', async () => {
  expect(await chooseGatewayPort(0, () => undefined, always)).toBeGreaterThanOrEqual(20_000);
});

test('free ports are never returned twice and lie below those of outgoing connections', async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, () => freePort(always)));
  expect(new Set(ports).size).toBe(50);
  expect(Math.max(...ports)).toBeLessThan(32_768);
});

test('programs that choose ports at the same time never get the same one', async () => {
  const program = `
    import { freePort } from ${JSON.stringify(new URL('ports.ts', import.meta.url).href)};
    const ports = await Promise.all(Array.from({ length: 400 }, () => freePort()));
    console.log(JSON.stringify(ports));
    // Do not exit before the test has read the ports of every program, because the reserved blocks end with the
    // program.
    process.stdin.resume().once('end', () => process.exit(0));
  `;
  const programs = [1, 2, 3].map(() => spawn(process.execPath, ['--input-type=module-typescript', '-e', program]));
  const answers = await Promise.all(
    programs.map((each) => new Promise<Buffer>((resolve) => each.stdout.once('data', resolve))),
  );
  programs.forEach((each) => each.stdin.end());
  const ports = answers.flatMap((answer) => JSON.parse(answer.toString()) as number[]);
  expect(ports).toHaveLength(1_200);
  expect(new Set(ports).size).toBe(1_200);
});

test('the search rejects when no port is free', async () => {
  await expect(freePort(never)).rejects.toThrow(/no free port/);
});

test('a port with a listener is not free', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  expect(await portIsFree(port)).toBe(false);
  await new Promise((resolve) => server.close(resolve));
  expect(await portIsFree(port)).toBe(true);
});
