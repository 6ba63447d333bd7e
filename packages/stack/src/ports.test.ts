import { createServer } from 'node:net';
import { expect, test } from '@jest/globals';
import { chooseGatewayPort, freePort, portIsFree } from './ports.ts';

const always = async (): Promise<boolean> => true;
const never = async (): Promise<boolean> => false;

test('the gateway takes 8080 when nobody asked for another and it is free', async () => {
  const told: string[] = [];
  expect(await chooseGatewayPort(undefined, (line) => told.push(line), always)).toBe(8080);
  expect(told).toEqual([]);
});

test('when 8080 is taken and nobody asked for it, a free port is taken and said', async () => {
  const told: string[] = [];
  const port = await chooseGatewayPort(
    undefined,
    (line) => told.push(line),
    async (candidate) => candidate !== 8080,
  );
  expect(port).not.toBe(8080);
  expect(told.join()).toContain(String(port));
});

test('a port that was asked for and is taken stops the start with a sentence that names it and the way out', async () => {
  await expect(chooseGatewayPort(9123, () => undefined, never)).rejects.toThrow(/9123.*ASSAY_PORT/);
});

test('zero asks for any free port', async () => {
  expect(await chooseGatewayPort(0, () => undefined, always)).toBeGreaterThanOrEqual(20_000);
});

test('free ports are never given twice and lie below those of outgoing connections', async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, () => freePort(always)));
  expect(new Set(ports).size).toBe(50);
  expect(Math.max(...ports)).toBeLessThan(32_768);
});

test('where no port is free the search ends with an error', async () => {
  await expect(freePort(never)).rejects.toThrow(/no free port/);
});

test('a port that somebody listens on is not free', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  expect(await portIsFree(port)).toBe(false);
  await new Promise((resolve) => server.close(resolve));
  expect(await portIsFree(port)).toBe(true);
});
