import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { selfSigned } from './testing/certificates.ts';
import { answering, startReceiver } from './testing/receivers.ts';

const egress = new URL('egress.ts', import.meta.url).href;
const root = fileURLToPath(new URL('../../..', import.meta.url));

// The code runs in a child process, because Node reads these variables from the environment when it starts.
const program = `
  const { createEgress } = await import(process.argv[1]);
  const egress = createEgress({ allow: ['127.0.0.0/8'], ownAddresses: [], resolve: async () => ['127.0.0.1'] });
  for (const url of process.argv.slice(2)) {
    console.log(JSON.stringify(await egress.post(url, '{}', {})));
  }
`;

test('proxy variables redirect no call, and no variable disables the certificate check', async () => {
  const proxy = await startReceiver(answering('HTTP/1.1 502 Bad Gateway\r\n\r\n'));
  const plain = await startReceiver(answering('HTTP/1.1 204 No Content\r\n\r\n'));
  const certificate = selfSigned('hooks.example.com');
  const secured = await startReceiver(answering('HTTP/1.1 204 No Content\r\n\r\n'), { certificate });
  const urls = [`http://hooks.example.com:${plain.port}/`, `https://hooks.example.com:${secured.port}/`];
  const variables = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY'];
  const environment = {
    ...Object.fromEntries(variables.map((name) => [name, `http://127.0.0.1:${proxy.port}`])),
    PATH: process.env['PATH'] ?? '',
    NODE_USE_ENV_PROXY: '1',
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
  };
  const options = ['--conditions=@assay/source', '--input-type=module-typescript', '--eval', program];
  const child = spawn(process.execPath, [...options, egress, ...urls], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
  await new Promise((resolve) => child.on('close', resolve));
  await Promise.all([proxy, plain, secured].map((receiver) => receiver.close()));
  expect(
    output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual([
    { kind: 'answered', status: 204 },
    { kind: 'failed', reason: 'tls' },
  ]);
  expect([plain.connections(), proxy.connections()]).toEqual([1, 0]);
  expect(secured.requests().join('')).toBe('');
});
