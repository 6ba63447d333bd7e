import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createAccount } from '@assay/stack/testing/accounts';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { fencesOf } from '../conformance/support/documentation-pages.ts';
import { programs, typedProgram, typedServer } from './support/consumer.ts';
import { sharedSystem } from './support/system.ts';

// The gateway serves the published packages. In an empty project, the quickstart's command installs them from there.
const system = sharedSystem();
const repository = fileURLToPath(new URL('../../', import.meta.url));
const execFileAsync = promisify(execFile);
const compiler = join(repository, 'node_modules/typescript/bin/tsc');
const strict = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];

/** The configuration of an MCP client for one MCP server: a program to start, or a URL. */
type Configuration = {
  readonly mcpServers: {
    readonly assay:
      | { readonly command: string; readonly args: readonly string[]; readonly env: Record<string, string> }
      | { readonly url: string; readonly headers: Record<string, string> };
  };
};

let project: string;
/**
 * npm's environment. npm keeps packages and npx's installations by URL, and an earlier run may have served an older
 * package at the same port. So this test has a cache of its own.
 */
let npmEnv: Record<string, string>;

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'assay-consumer-'));
  npmEnv = { PATH: process.env['PATH'] ?? '', npm_config_cache: join(project, '.npm') };
  const files = {
    'package.json': '{"private":true,"type":"module"}',
    'consumer.mts': typedProgram,
    'consumer.cts': typedProgram,
    'server.mts': typedServer,
    ...programs,
  };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(project, name), text);
  }
  const env = { ...process.env, ...npmEnv, ASSAY_BASE_URL: system.gatewayUrl };
  const [command = ''] = fencesOf(repository, 'docs/use/quickstart-typescript.md').flatMap(
    ({ content }) => /^npm install .*$/m.exec(content) ?? [],
  );
  await execFileAsync('sh', ['-c', `${command} "$ASSAY_BASE_URL/downloads/assay-mcp.tgz"`], { cwd: project, env });
}, 120_000);
afterAll(() => rmSync(project, { recursive: true, force: true }));

test('/downloads lists both packages in the version of this repository, with the hashes that npm computes', async () => {
  const { packages } = (await (await fetch(`${system.gatewayUrl}/downloads`)).json()) as {
    readonly packages: readonly Record<'name' | 'version' | 'versionedPath' | 'integrity', string>[];
  };
  const lock = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')) as {
    readonly packages: Record<string, { readonly integrity?: string }>;
  };
  expect(packages.map(({ name }) => name)).toEqual(['@assay/client', '@assay/mcp']);
  for (const { name, version, versionedPath, integrity } of packages) {
    const folder = name.replace('@assay', 'packages');
    const manifest = readFileSync(join(repository, folder, 'package.json'), 'utf8');
    expect(version).toBe((JSON.parse(manifest) as { version: string }).version);
    expect(lock.packages[`node_modules/${name}`]?.integrity).toBe(integrity);
    expect((await fetch(system.gatewayUrl + versionedPath)).status).toBe(200);
  }
});

test.each<[string, readonly string[], readonly string[]]>([
  ['an ES module and CommonJS under NodeNext', ['--module', 'nodenext'], ['consumer.mts', 'consumer.cts']],
  ['a bundler', ['--module', 'esnext', '--moduleResolution', 'bundler'], ['consumer.mts']],
  ['the MCP server under NodeNext', ['--module', 'nodenext', '--skipLibCheck'], ['server.mts']],
])(
  'the packed types compile for %s',
  async (_kind, resolution, files) => {
    const options = [...strict, ...resolution, '--target', 'es2022', '--lib', 'es2023,dom,dom.iterable'];
    const compiled = execFileAsync(process.execPath, [compiler, ...options, ...files], { cwd: project });
    await expect(compiled).resolves.toMatchObject({ stdout: '' });
  },
  30_000,
);

test.each(Object.keys(programs))(
  '%s gets every kind of answer and of failure from the packed client',
  async (file) => {
    const poor = await createAccount(system, { creditMicros: 1n });
    const limited = await createAccount(system, { rateLimitPerMinute: 1 });
    const env = {
      PATH: process.env['PATH'] ?? '',
      ASSAY_API_KEY: (await createAccount(system)).key,
      ASSAY_BASE_URL: system.gatewayUrl,
      POOR_KEY: poor.key,
      LIMITED_KEY: limited.key,
    };
    const { stdout } = await execFileAsync(process.execPath, [file], { cwd: project, env });
    const results = JSON.parse(stdout) as Record<string, unknown>;
    expect(results).toMatchObject({
      delivered: 'delivered',
      signed: 'delivered',
      refused: 'refused',
      noSource: 'no_source',
      badKey: { name: 'AssayKeyError', code: 'INVALID_KEY', status: 401, hasTrace: true },
      poor: { name: 'AssayCreditsError', code: 'INSUFFICIENT_CREDITS', status: 402, balance: 0.000001, hasTrace: true },
      limited: { name: 'AssayRateLimitError', code: 'RATE_LIMIT', status: 429, waits: true, hasTrace: true },
      away: { name: 'AssayConnectionError' },
      timeout: { name: 'AssayTimeoutError' },
      aborted: 'MyAbort',
      tampered: [401, 0, true],
      genuine: true,
      genuineBefore: true,
    });
    expect(stdout).not.toContain('"showsKey":true');
  },
  30_000,
);

test('the configurations in the README of the MCP server connect an official client, over both transports', async () => {
  const { key } = await createAccount(system);
  const filled = (text: string): string =>
    text.replaceAll('asy_...', key).replaceAll('https://assay.example.com', system.gatewayUrl);
  const servers = fencesOf(repository, 'packages/mcp/README.md')
    .filter(({ language }) => language === 'json')
    .map(({ content }) => (JSON.parse(filled(content)) as Configuration).mcpServers.assay);
  expect(servers.map((server) => ('url' in server ? 'http' : 'stdio'))).toEqual(['stdio', 'http']);
  for (const server of servers) {
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
    await client.connect(
      'url' in server
        ? new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers: server.headers } })
        : // npx installs the package that the gateway serves.
          new StdioClientTransport({
            command: server.command,
            args: [...server.args],
            env: { ...npmEnv, ...server.env },
            cwd: project,
          }),
    );
    expect((await client.listTools()).tools).toHaveLength(8);
    const answer = await client.callTool({ name: 'get_data', arguments: { type: 'token.price', params: {} } });
    expect(answer.structuredContent).toMatchObject({ status: 'delivered', type: 'token.price' });
    await client.close();
  }
}, 60_000);
