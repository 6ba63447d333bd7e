import { beforeAll, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { documentationPages, fencesOf, type DocumentationFence } from '../conformance/support/documentation-pages.ts';
import { createAccount } from '@assay/stack/testing/accounts';
import { getData, sharedSystem } from './support/system.ts';

const system = sharedSystem();
const execFileAsync = promisify(execFile);
const repository = fileURLToPath(new URL('../../', import.meta.url));

/** A page can show several commands in one fence, and each starts a process. On a busy machine that takes longer than a test. */
const snippetTimeoutMs = 180_000;

type Snippet = { readonly file: string; readonly bash: string; readonly json: string | undefined };

/**
 * Returns every bash fence, with its expected output. The expected output is the json fence that directly follows it,
 * if any.
 */
function snippetsOf(fences: readonly DocumentationFence[]): Snippet[] {
  return fences.flatMap(({ page, language, content }, index) => {
    const following = fences[index + 1];
    const json = following?.page === page && following.language === 'json' ? following.content : undefined;
    return language === 'bash' ? [{ file: page, bash: content, json }] : [];
  });
}

const fences = documentationPages(repository).flatMap((page) => fencesOf(repository, page));
const snippets = snippetsOf(fences);
const statements = fences
  .filter(({ language }) => language === 'sql')
  .map(({ page, content }) => [page, content] as const);
/**
 * Returns whether a snippet contains only make commands. For such a snippet, the test only checks that the targets
 * exist.
 */
const onlyMake = ({ bash }: Snippet): boolean =>
  bash
    .trim()
    .split('\n')
    .every((line) => /^(make\b|#|\.ci\/run$|([A-Z_]+=\S+ )+make\b|$)/.test(line));

let environment: NodeJS.ProcessEnv;

beforeAll(async () => {
  const { key, accountId } = await createAccount(system);
  const answer = await getData(system.gatewayUrl, key, 'token.price', {});
  environment = {
    ...process.env,
    ASSAY_API_KEY: key,
    ASSAY_BASE_URL: system.gatewayUrl,
    SANDBOX_URL: system.sandboxUrl,
    WEBHOOK_URL: 'https://8.8.8.8/assay',
    ACCOUNT: accountId,
    TRACE_ID: String(answer.body['traceId']),
    ASSAY_BILLING_ADDRESS: system.billingAddress,
    ASSAY_ENGINE_ADDRESS: system.engineAddress,
    ASSAY_WATCH_ADDRESS: system.watchAddress,
    ASSAY_ADMIN_TOKEN: system.adminToken,
    ASSAY_DATA_DIR: system.dataDir,
  };
});

/** Returns the form of a JSON value: its field names and the types of their values. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.slice(0, 1).map(shapeOf);
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shapeOf(field)]));
  }
  return typeof value;
}

test('the README shows make up, make test and a request with its response', () => {
  const readme = snippets.filter(({ file }) => file === 'README.md');
  expect(readme.some(({ bash }) => bash.includes('make up'))).toBe(true);
  expect(readme.some(({ bash }) => bash.includes('make test'))).toBe(true);
  expect(readme.some(({ bash, json }) => bash.includes('curl') && json !== undefined)).toBe(true);
});

test.each(snippets.filter((snippet) => !onlyMake(snippet)).map((snippet) => [snippet.file, snippet] as const))(
  'a snippet of %s runs and prints the shape that the page shows',
  async (_file, { bash, json }) => {
    const script = bash.replaceAll('http://localhost:8080', system.gatewayUrl);
    const { stdout } = await execFileAsync('bash', ['-euo', 'pipefail', '-c', script], {
      cwd: repository,
      env: environment,
    });
    if (json !== undefined) {
      expect(shapeOf(JSON.parse(stdout))).toEqual(shapeOf(JSON.parse(json)));
    }
  },
  snippetTimeoutMs,
);

test.each(statements)('a SQL statement of %s runs against the database', async (_file, statement) => {
  const database = new pg.Client({ connectionString: system.postgresUrl });
  await database.connect();
  try {
    // The driver returns one result for one statement, and an array of results for several.
    const results: { readonly command: string }[] = [await database.query(statement)].flat();
    expect(results.at(-1)?.command).toBe('SELECT');
  } finally {
    await database.end();
  }
});

test.each(
  snippets
    .filter(onlyMake)
    .flatMap(({ file, bash }) =>
      [...bash.matchAll(/\bmake ([a-z][a-z-]*)/g)].map(([, target = '']) => [file, target] as const),
    ),
)('%s names `make %s`, which the Makefile has', async (_file, target) => {
  await expect(execFileAsync('make', ['-n', target], { cwd: repository })).resolves.toMatchObject({
    stdout: expect.any(String),
  });
});
