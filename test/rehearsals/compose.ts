import { existsSync, readFileSync, rmSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { askPrice, call, callDuring, gatewayUrl, loadDuring, type CallerResults } from './compose/callers.ts';
import { compose, composeOrThrow, run, stateOf, until, type ComposeEnvironment } from './compose/engine.ts';
import { measureUse } from './compose/use.ts';
import { deliverNotification } from './support/notification.ts';

/**
 * Rehearses docker-compose.yml and docker-compose.live.yml on a real Docker engine. The steps are a start, the first
 * answer, a notification, and the restart of each service under load. Then follow a stop, a second start, and wrong
 * settings. Prints a table, and exits with 1 at the first failure.
 *
 *     make rehearse-compose
 */
const project = 'assay';
const sandboxUrl = 'http://127.0.0.1:8081';
const receiverPort = 9_911;
const envFile = join(import.meta.dirname, '..', '..', '.env');
/** The rate limit of the key, in calls per minute. The rehearsal makes fewer calls. */
const ratePerMinute = 6_000;
const loadPerSecond = 50;
/** Milliseconds within which the sandbox's sources are proven independent, also on a busy machine. */
const measuredWithinMs = 120_000;
const sandbox: ComposeEnvironment = {
  COMPOSE_FILE: 'docker-compose.yml',
  ASSAY_EGRESS_ALLOW: '172.30.0.0/16',
  ASSAY_RATE_LIMIT_PER_MINUTE: String(ratePerMinute),
};
const rawPassword = 'p@s/w#d?100%';

const rows: string[] = [];

/** Runs one step, and adds a row to the table. The row has the title and the words that `work` returns. */
async function step(title: string, work: () => Promise<string>): Promise<void> {
  const startedAtMs = performance.now();
  const words = await work();
  const seconds = ((performance.now() - startedAtMs) / 1_000).toFixed(1);
  rows.push(`| ${title} | ${seconds} | ${words} |`);
  process.stdout.write(`${rows.at(-1)}\n`);
}

function expectThat(isTrue: boolean, otherwise: string): void {
  if (!isTrue) {
    throw new Error(otherwise);
  }
}

async function readyText(environment: ComposeEnvironment): Promise<string> {
  return composeOrThrow('logs --no-log-prefix ready', environment);
}

function levelOf(body: Readonly<Record<string, unknown>>): string {
  return String((body['verification'] as { level?: string } | undefined)?.level);
}

function keyIn(text: string): string {
  return /demo key +(\S+)/.exec(text)?.[1] ?? '';
}

/**
 * Starts the sandbox from nothing, and checks that the system answers once it says that it is ready. Returns the demo
 * key.
 */
async function firstStart(): Promise<{ readonly key: string; readonly traceId: string }> {
  let text = '';
  let traceId = '';
  await step('`up --wait` from nothing', async () => {
    await composeOrThrow('up --wait --quiet-pull', sandbox);
    text = await readyText(sandbox);
    expectThat(text.includes('Assay is ready at http://localhost:8080'), `ready did not say so:\n${text}`);
    return `ended with 0; "ready" said so after ${/after ([\d.]+ s)/.exec(text)?.[1] ?? '?'} of its own`;
  });
  const key = keyIn(text);
  await step("the README's answer, at once", async () => {
    const { status, body, headers } = await askPrice(key);
    expectThat(status === 200, `${status} ${JSON.stringify(body)}`);
    const remainingLimit =
      headers.get('ratelimit-remaining') ?? headers.get('x-ratelimit-remaining') ?? headers.get('ratelimit');
    return `level ${levelOf(body)}; limit after it: ${remainingLimit ?? 'not said'}`;
  });
  await step('the same answer with `consensus`', async () => {
    const { body } = await until(
      () => askPrice(key),
      (answer) => levelOf(answer.body) === 'consensus',
      measuredWithinMs,
    );
    traceId = String(body['traceId']);
    const log = await until(
      () => readyText(sandbox),
      (each) => / s {2}anchored: /.test(each),
      measuredWithinMs,
    );
    return `"ready" says: ${/[\d.]+ s {2}anchored: .*/.exec(log)?.[0] ?? ''}`;
  });
  await step('dashboard link and mailbox', async () => {
    const link = /dashboard (\S+)/.exec(text)?.[1] ?? '';
    const dashboard = await fetch(link, { redirect: 'manual' });
    const mailbox = await fetch(/mailbox +(\S+)/.exec(text)?.[1] ?? '');
    expectThat(dashboard.status < 400 && mailbox.status === 200, `${dashboard.status} and ${mailbox.status}`);
    return `${dashboard.status} and ${mailbox.status}`;
  });
  await step('order of the start', orderOfStart);
  return { key, traceId };
}

async function orderOfStart(): Promise<string> {
  const [postgres, migrations, engine] = await Promise.all(
    ['postgres', 'migrations', 'engine'].map((name) => stateOf(project, name)),
  );
  expectThat(migrations?.exitCode === 0, `migrations ended with ${migrations?.exitCode}`);
  const log = await composeOrThrow('logs --no-log-prefix migrations', sandbox);
  const starts = (await run('docker', ['inspect', '-f', '{{.RestartCount}} {{.Name}}', ...(await containers())]))
    .output;
  expectThat((migrations?.startedAt ?? '') > (postgres?.startedAt ?? ''), 'migrations started before PostgreSQL');
  expectThat((engine?.startedAt ?? '') >= (migrations?.finishedAt ?? ''), 'engine started before the migrations ended');
  const restarted = starts.split('\n').filter((line) => /^[1-9]/.test(line));
  expectThat(restarted.length === 0, `containers had to start again: ${restarted.join(', ')}`);
  return `PostgreSQL, migrations (${log.trim().split('\n').at(-1)}), services; no container started twice`;
}

async function containers(): Promise<string[]> {
  const { output } = await run('docker', ['ps', '-aq', '--filter', `label=com.docker.compose.project=${project}`]);
  return output.trim().split('\n');
}

/** Delivers a notification to a receiver in the network of the Docker engine, outside of the containers. */
function notify(key: string): Promise<string> {
  const host = Object.values(networkInterfaces())
    .flat()
    .find((each) => each?.family === 'IPv4' && each.address.startsWith('172.30.10'));
  return deliverNotification({
    post: (path, body) => call(path, key, body),
    sandboxUrl,
    receiverHost: host?.address ?? '',
    receiverPort,
  });
}

function wordsOf({ requests, withoutResponse, unavailable, others, maxGapMs }: CallerResults): string {
  expectThat(others.length === 0, `callers met ${others.join('; ')}`);
  const seconds = (maxGapMs / 1_000).toFixed(1);
  return `${requests} calls: ${withoutResponse} without a response, ${unavailable} times 503; longest time between two answers ${seconds} s`;
}

async function restartEach(key: string): Promise<void> {
  const names = [
    'resolver',
    'gate',
    'watch',
    'dashboard',
    'nats',
    'collector',
    'billing',
    'engine',
    'postgres',
    'gateway',
  ];
  for (const name of names) {
    await step(`restart of ${name}`, async () => {
      const met = await callDuring(key, () => composeOrThrow(`restart ${name}`, sandbox));
      await until(
        () => stateOf(project, name),
        ({ health }) => health === '' || health === 'healthy',
        120_000,
      );
      return wordsOf(met);
    });
  }
}

/**
 * Restarts the gateway while the collector is unavailable. The gateway must end nevertheless, because nobody answers
 * callers until it has been replaced.
 */
async function restartWithoutCollector(key: string): Promise<void> {
  await step('restart of gateway while the collector is away', async () => {
    await composeOrThrow('stop collector', sandbox);
    const met = await callDuring(key, () => composeOrThrow('restart gateway', sandbox));
    await composeOrThrow('start collector', sandbox);
    await until(
      () => stateOf(project, 'gateway'),
      ({ health }) => health === 'healthy',
      120_000,
    );
    return wordsOf(met);
  });
}

async function stopAndStart(key: string, traceId: string): Promise<void> {
  await step('`down`', async () => {
    await composeOrThrow('down', sandbox);
    return 'ended with 0';
  });
  await step('`up --wait` again: the data are kept', async () => {
    await composeOrThrow('up --wait', sandbox);
    const text = await readyText(sandbox);
    expectThat(keyIn(text) === key, 'there is another demo key');
    expectThat((await askPrice(key)).status === 200, 'the key gives no answer');
    const trace = await composeOrThrow(`run --rm operator trace ${traceId}`, sandbox);
    expectThat(trace.includes(traceId), `the first answer is not known any more: ${trace}`);
    return `same demo key, and the decision of the first answer is there; "ready" after ${/after ([\d.]+ s)/.exec(text)?.[1] ?? '?'}`;
  });
}

async function wrongSettings(): Promise<void> {
  const live: ComposeEnvironment = { COMPOSE_FILE: 'docker-compose.yml:docker-compose.live.yml' };
  await step('live without any setting', async () => {
    const { code, output } = await compose('up --wait', live);
    const advice = /ASSAY_\w+.*make-live-env\.sh[^\n"]*/.exec(output)?.[0] ?? '';
    expectThat(code !== 0 && advice !== '', `${code}: ${output}`);
    return `ends with ${code}: ${advice}`;
  });
  await step('`COMPOSE_PROFILES=sandbox,operator`', async () => {
    await composeOrThrow('config --quiet', { ...sandbox, COMPOSE_PROFILES: 'sandbox,operator' });
    return 'is understood';
  });
  await step('two gateways behind one published port', async () => {
    const { code, output } = await compose('up -d --no-deps --scale gateway=2 gateway', sandbox);
    expectThat(code !== 0, 'it started');
    await composeOrThrow('up -d --no-deps --scale gateway=1 gateway', sandbox);
    return /port is already allocated/.test(output) ? 'port is already allocated' : output.trim().slice(-150);
  });
  await step('a second engine behind the gateway', async () => {
    await composeOrThrow('up --wait --no-deps --scale engine=2 engine', sandbox);
    return 'both become healthy';
  });
}

/** Starts a live system whose engine has no route out of its network, like on a machine without internet access. */
async function liveWithoutInternet(): Promise<void> {
  expectThat(!existsSync(envFile), `${envFile} exists; the rehearsal writes one, so move it away`);
  try {
    const envResult = await run('deploy/compose/make-live-env.sh', []);
    expectThat(envResult.code === 0, envResult.output);
    const live = { ASSAY_PG_PASSWORD: rawPassword, COMPOSE_PROFILES: 'dashboard' };
    await step('live without internet, and without mail', async () => {
      await compose('up -d', live);
      const text = await until(
        () => readyText(live),
        (each) => each.includes('Assay is ready'),
        240_000,
      );
      const offLine = /no answer of any type.*/.exec(text)?.[0] ?? '';
      expectThat(offLine !== '', `"ready" said nothing about it:\n${text}`);
      return `"ready" says: ${offLine}`;
    });
    await step('the dashboard without mail', async () => {
      const text = await until(
        () => composeOrThrow('logs --no-log-prefix dashboard', live),
        (each) => each.includes('ASSAY_SMTP_URL'),
        60_000,
      );
      return (
        text
          .split('\n')
          .find((line) => line.includes('ASSAY_SMTP_URL'))
          ?.trim()
          .slice(0, 120) ?? ''
      );
    });
    await step('a password with `@/#?%`', async () => {
      const { exitCode } = await stateOf('assay-live', 'migrations');
      const logs = await composeOrThrow('logs', live);
      expectThat(exitCode === 0, `migrations ended with ${exitCode}`);
      expectThat(!/s\/w#d|w#d\?100/.test(logs), 'a part of the password is in a log');
      return 'migrations ended with 0; no part of it is in a log';
    });
    await step('volumes of sandbox and live', async () => {
      const { output } = await run('docker', ['volume', 'ls', '-q']);
      const names = output.trim().split('\n');
      expectThat(names.includes('assay_postgres') && names.includes('assay-live_postgres'), names.join(' '));
      return 'assay_postgres and assay-live_postgres';
    });
    await composeOrThrow('down', live);
  } finally {
    rmSync(envFile, { force: true });
  }
}

async function rehearse(): Promise<void> {
  await removeAll();
  const { key, traceId } = await firstStart();
  await step('a notification', () => notify(key));
  await step('use at rest, 60 s', () => measureUse(project, containers, 60_000));
  await step(`use at ${loadPerSecond} calls a second, 60 s`, () =>
    loadDuring(key, loadPerSecond, () => measureUse(project, containers, 60_000)),
  );
  await restartEach(key);
  await restartWithoutCollector(key);
  await stopAndStart(key, traceId);
  await wrongSettings();
  await composeOrThrow('down', sandbox);
  await liveWithoutInternet();
  await removeAll();
}

/**
 * Removes the containers and volumes of both projects. This includes those that an interrupted rehearsal left behind.
 */
async function removeAll(): Promise<void> {
  await compose('down --volumes --remove-orphans', sandbox);
  await compose('-p assay-live down --volumes --remove-orphans', sandbox);
}

try {
  expectThat(
    readFileSync('docker-compose.yml', 'utf8').includes('name: assay'),
    'run it in the root of the repository',
  );
  await rehearse();
} catch (error) {
  process.stdout.write(`FAILED: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
process.stdout.write(`\n| step | s | result |\n| --- | --- | --- |\n${rows.join('\n')}\n(${gatewayUrl})\n`);
