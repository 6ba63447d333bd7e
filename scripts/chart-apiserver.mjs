import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Tests the chart on a real Kubernetes API server that has no nodes. It tests a server-side dry run of every variant
 * under the restricted pod security standard, and an installation without its Secrets. It also tests a complete
 * installation, and an upgrade that waits for the migrations. docs/operate/deploying.md says how to get the programs.
 *
 *   ASSETS=folder   etcd, kube-apiserver, kubectl and helm
 *   CRDS=folder     the resource definitions of cert-manager, the Prometheus operator and CloudNativePG as YAML
 */
const assets = process.env.ASSETS ?? '';
const crds = process.env.CRDS ?? '';
const chart = 'helm/assay';
const namespace = 'assay';
const readyTimeoutMs = 120_000;
const work = mkdtempSync(join(tmpdir(), 'assay-apiserver-'));
const kubeconfig = join(work, 'kubeconfig');
const children = [];

if (assets === '' || crds === '') {
  process.stderr.write(
    'Set ASSETS and CRDS: docs/operate/deploying.md#a-real-api-server says what the two folders hold\n',
  );
  process.exit(2);
}

/** Runs kubectl or helm against the server and returns the output. Throws when the program fails. */
function run(program, ...args) {
  return execFileSync(join(assets, program), args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, KUBECONFIG: kubeconfig },
  });
}

/** Runs a command that must fail, and returns what it wrote to standard error. Throws when the command succeeds. */
function failureOf(program, ...args) {
  try {
    run(program, ...args);
  } catch (error) {
    return String(error.stderr);
  }
  throw new Error(`${program} ${args.join(' ')} succeeded; it should have failed`);
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

/** Starts etcd or the API server with the given flags. The server's log goes to the work folder. */
function start(program, flags) {
  const log = openSync(join(work, `${program}.log`), 'w');
  const args = Object.entries(flags).map(([name, value]) => `--${name}=${value}`);
  children.push(spawn(join(assets, program), args, { stdio: ['ignore', log, log] }));
}

async function startServer() {
  const [client, peer, secure] = [await freePort(), await freePort(), await freePort()];
  const [clientUrl, peerUrl] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`];
  start('etcd', {
    'data-dir': join(work, 'etcd'),
    'initial-cluster': `default=${peerUrl}`,
    'listen-client-urls': clientUrl,
    'advertise-client-urls': clientUrl,
    'listen-peer-urls': peerUrl,
    'initial-advertise-peer-urls': peerUrl,
  });
  const key = join(work, 'key.pem');
  execFileSync('openssl', ['genrsa', '-out', key, '2048'], { stdio: 'ignore' });
  writeFileSync(join(work, 'tokens.csv'), 'local,admin,admin,system:masters\n');
  start('kube-apiserver', {
    'etcd-servers': clientUrl,
    'secure-port': secure,
    'bind-address': '127.0.0.1',
    'cert-dir': join(work, 'certs'),
    'token-auth-file': join(work, 'tokens.csv'),
    'authorization-mode': 'RBAC',
    'service-account-issuer': 'https://kubernetes.default.svc',
    'service-account-signing-key-file': key,
    'service-account-key-file': key,
    'service-cluster-ip-range': '10.0.0.0/24',
    // Without a controller manager, nothing creates a namespace's account "default", so this program creates it.
    'disable-admission-plugins': 'ServiceAccount',
  });
  const cluster = { server: `https://127.0.0.1:${secure}`, 'insecure-skip-tls-verify': true };
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'local', cluster }],
    users: [{ name: 'admin', user: { token: 'local' } }],
    contexts: [{ name: 'local', context: { cluster: 'local', user: 'admin', namespace } }],
    'current-context': 'local',
  };
  writeFileSync(kubeconfig, JSON.stringify(config), { mode: 0o600 });
  await until('the server is ready', () => run('kubectl', 'get', '--raw', '/readyz') === 'ok');
}

async function until(what, holds) {
  const deadline = performance.now() + readyTimeoutMs;
  for (let problem = ''; ; await pause(500)) {
    try {
      if (holds()) {
        return;
      }
    } catch (error) {
      problem = String(error.stderr ?? error);
    }
    if (performance.now() > deadline) {
      throw new Error(`not in time: ${what}; ${problem}; see ${work}`);
    }
  }
}

async function prepare() {
  for (const file of readdirSync(crds).filter((name) => /\.ya?ml$/.test(name))) {
    run('kubectl', 'apply', '--server-side', '-f', join(crds, file));
  }
  run('kubectl', 'wait', '--for=condition=Established', 'crd', '--all', '--timeout=60s');
  run('kubectl', 'create', 'namespace', namespace);
  run(
    'kubectl',
    'label',
    'namespace',
    namespace,
    ...['enforce', 'warn'].map((mode) => `pod-security.kubernetes.io/${mode}=restricted`),
  );
  run('kubectl', 'create', 'serviceaccount', 'default');
  run('kubectl', 'create', 'priorityclass', 'business-critical', '--value=1000');
}

function dryRunVariants() {
  for (const file of readdirSync(join(chart, 'ci'))) {
    const at = join(work, file);
    writeFileSync(at, run('helm', 'template', 'assay', chart, '-n', namespace, '-f', join(chart, 'ci', file)));
    const out = execFileSync(
      'sh',
      ['-c', '"$0" apply --server-side --dry-run=server --validate=strict -f "$1" 2>&1', join(assets, 'kubectl'), at],
      { encoding: 'utf8', env: { ...process.env, KUBECONFIG: kubeconfig } },
    );
    const lines = out.trim().split('\n');
    const strange = lines.filter((line) => !line.endsWith('serverside-applied (server dry run)'));
    if (strange.length > 0) {
      throw new Error(`${file}: ${strange.join('\n')}`);
    }
    process.stdout.write(`${basename(file, '-values.yaml')}: the server accepts ${lines.length} objects\n`);
  }
}

/** Creates the Secrets with the commands in the chart's README. */
function makeSecrets() {
  const readme = readFileSync(join(chart, 'README.md'), 'utf8');
  const commands = /```console\n(random\(\)[\s\S]*?)\nhelm install/
    .exec(readme)[1]
    .replace(/^kubectl create namespace.*\n/m, '');
  execFileSync('sh', ['-euc', commands], {
    stdio: 'ignore',
    env: { ...process.env, KUBECONFIG: kubeconfig, PATH: `${assets}:${process.env.PATH}` },
  });
}

async function installAndUpgrade() {
  const values = ['-f', join(chart, 'ci/sandbox-values.yaml')];
  const refusal = failureOf('helm', 'install', 'assay', chart, ...values);
  if (!refusal.includes('the Secret assay does not exist in namespace assay')) {
    throw new Error(`helm did not name the missing Secret: ${refusal}`);
  }
  makeSecrets();
  run('helm', 'install', 'assay', chart, ...values);
  const before = run('kubectl', 'get', 'job', 'assay-migrations', '-o', 'jsonpath={.metadata.uid}');
  const upgrade = spawn(
    join(assets, 'helm'),
    ['upgrade', 'assay', chart, ...values, '--set', 'image.tag=next', '--timeout=60s'],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, KUBECONFIG: kubeconfig },
    },
  );
  const ended = once(upgrade, 'exit');
  const uid = () => run('kubectl', 'get', 'job', 'assay-migrations', '-o', 'jsonpath={.metadata.uid}');
  await until('the Job of the upgrade exists', () => uid() !== before);
  const image = () => run('kubectl', 'get', 'deploy', 'assay-gateway', '-o', 'jsonpath={..image}');
  if (image().endsWith(':next')) {
    throw new Error('helm upgraded the services before the migrations had ended');
  }
  // No kubelet runs the Job, so this program marks it as complete.
  const at = new Date().toISOString();
  const conditions = ['SuccessCriteriaMet', 'Complete'].map((type) => ({ type, status: 'True' }));
  const status = { startTime: at, completionTime: at, succeeded: 1, uncountedTerminatedPods: {}, conditions };
  run(
    'kubectl',
    'patch',
    'job',
    'assay-migrations',
    '--subresource=status',
    '--type=merge',
    '-p',
    JSON.stringify({ status }),
  );
  const [code] = await ended;
  if (code !== 0 || !image().endsWith(':next')) {
    throw new Error(`helm upgrade ended with ${code}, and the gateway has the image ${image()}`);
  }
  run('helm', 'uninstall', 'assay');
  process.stdout.write('helm names a missing Secret, installs, upgrades after the migrations, and uninstalls\n');
}

try {
  await startServer();
  process.stdout.write(`server ${JSON.parse(run('kubectl', 'version', '-o', 'json')).serverVersion.gitVersion}\n`);
  await prepare();
  dryRunVariants();
  await installAndUpgrade();
  rmSync(work, { recursive: true, force: true });
} finally {
  for (const child of children.toReversed()) {
    child.kill('SIGTERM');
  }
}
