import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';

/**
 * Runs the tarball of packages/client with every supported major version of Node.js, as an ES module and as CommonJS,
 * against a server on this machine. It takes the binaries from npm: "make test-runtimes", or with versions as arguments.
 */
const versions =
  process.argv.length > 2 ? process.argv.slice(2) : ['18.17.0', '20.19.5', '22.22.0', '24.21.0', '26.10.0'];
const root = fileURLToPath(new URL('..', import.meta.url));
const body = JSON.stringify({ status: 'delivered', debitedCredits: 0, type: 'token.price', data: { price: '151.2' } });
const program = `
  const answer = await new Assay().getData('token.price', {}, { signal: new AbortController().signal });
  const text = signNotification({ event: 'watch.fired' }, 'whsec_1');
  const isVerified = verifyNotification(text, 'whsec_1') !== undefined;
  const failed = await new Assay({ maxRetries: 0 }).traces.get('none').catch((error) => error.code);
  console.log(answer.data.price, isVerified, failed, process.version);`;
const esm = `import { Assay, verifyNotification } from '@assay/client';
import { signNotification } from '@assay/client/webhooks';${program}`;
const cjs = `const { Assay, verifyNotification } = require('@assay/client');
const { signNotification } = require('@assay/client/webhooks');
(async () => {${program}})();`;

const directory = mkdtempSync(join(tmpdir(), 'assay-runtimes-'));
const server = createServer((request, response) => {
  const isFound = request.url === '/v1/get_data';
  response.writeHead(isFound ? 200 : 404, { 'content-type': 'application/json' });
  response.end(isFound ? body : JSON.stringify({ status: 'error', code: 'NOT_FOUND', error: 'no such path' }));
});
try {
  run(
    'npm',
    ['pack', '--ignore-scripts=false', '--workspace', 'packages/client', '--pack-destination', directory],
    root,
  );
  const { version } = JSON.parse(readFileSync(join(root, 'packages/client/package.json'), 'utf8'));
  writeFileSync(join(directory, 'package.json'), '{"private":true}');
  writeFileSync(join(directory, 'ask.mjs'), esm);
  writeFileSync(join(directory, 'ask.cjs'), cjs);
  run('npm', ['install', '--no-audit', '--no-fund', join(directory, `assay-client-${version}.tgz`)], directory);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${server.address().port}`;
  const env = { ...process.env, ASSAY_API_KEY: 'asy_of_this_check', ASSAY_BASE_URL: baseUrl };
  for (const nodeVersion of versions) {
    const name = `node-${process.platform}-${process.arch}@${nodeVersion}`;
    run(
      'npm',
      ['install', '--no-audit', '--no-fund', '--no-save', '--prefix', join(directory, 'node'), name],
      directory,
    );
    const node = join(directory, 'node/node_modules', `node-${process.platform}-${process.arch}`, 'bin/node');
    for (const file of ['ask.mjs', 'ask.cjs']) {
      const { stdout } = await promisify(execFile)(node, [file], { cwd: directory, env });
      if (stdout !== `151.2 true NOT_FOUND v${nodeVersion}\n`) {
        throw new Error(`${file} printed with Node.js ${nodeVersion}: ${stdout}`);
      }
      process.stdout.write(`ok  ${file} with Node.js ${nodeVersion}\n`);
    }
  }
} finally {
  server.close();
  rmSync(directory, { recursive: true });
}

function run(command, args, cwd) {
  const { status, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) {
    throw new Error(`${command} ${args.join(' ')} failed: ${stderr}`);
  }
}
