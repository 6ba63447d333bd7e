import { describe, expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { declaredSettings, root } from './support/chart.ts';

type Condition = 'service_started' | 'service_healthy' | 'service_completed_successfully';
type Environment = Readonly<Record<string, string>>;
type ComposeService = {
  readonly image: string;
  readonly profiles?: readonly string[];
  readonly command?: readonly string[];
  readonly environment?: Environment;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly healthcheck?: {
    readonly disable?: boolean;
    readonly test?: readonly string[];
    readonly interval?: string;
    readonly start_period?: string;
  };
  readonly depends_on?: readonly string[] | Readonly<Record<string, { readonly condition: Condition }>>;
  readonly read_only?: boolean;
  readonly restart?: string;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly mem_limit?: string;
  readonly pids_limit?: number;
  readonly logging?: { readonly options?: Readonly<Record<string, string>> };
};
type ComposeFile = {
  readonly name: string;
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly volumes?: Readonly<Record<string, unknown>>;
};

function read(file: string): ComposeFile {
  return parse(readFileSync(join(root, file), 'utf8'), { merge: true }) as ComposeFile;
}

const sandbox = read('docker-compose.yml');
const liveFile = read('docker-compose.live.yml');
/**
 * The two files merged as Compose merges them: environments are joined, and for all other keys the value of the second
 * file counts.
 */
const live: ComposeFile = {
  ...sandbox,
  ...liveFile,
  services: Object.fromEntries(
    Object.entries(sandbox.services).map(([name, service]) => {
      const over: Partial<ComposeService> = liveFile.services[name] ?? {};
      return [name, { ...service, ...over, environment: { ...service.environment, ...over.environment } }];
    }),
  ),
};
const services = Object.entries(sandbox.services);
const declared = declaredSettings();
const isOurs = ([name]: readonly [string, unknown]): boolean => declared.has(name);
const ours = services.filter(isOurs);
const secret = /KEYS?$|TOKEN|SECRET|PASSWORD/;

test.each(['docker-compose.yml', 'docker-compose.live.yml'])('%s is valid for the Compose specification', (file) => {
  const path = join(root, 'node_modules', 'dclint', 'schemas', 'compose.schema.json');
  const schema = JSON.parse(readFileSync(path, 'utf8')) as object;
  const accepts = new Ajv({ strict: false, validateFormats: false, validateSchema: false }).compile(schema);
  expect({ isAccepted: accepts(read(file)), errors: accepts.errors }).toEqual({ isAccepted: true, errors: null });
  expect(accepts({ services: { gateway: { imagee: 'x' } } })).toBe(false);
});

test('compose starts every service that has settings, each from its own entry point', () => {
  expect(ours.map(([name]) => name).toSorted()).toEqual(
    [...declared.keys()].filter((name) => name !== 'Every service').toSorted(),
  );
  for (const [name, { command }] of ours) {
    expect(command).toEqual([`services/${name}/dist/main.js`]);
    expect(existsSync(join(root, 'services', name, 'src', 'main.ts'))).toBe(true);
  }
});

describe.each([
  ['sandbox', sandbox],
  ['live', live],
] as const)('the settings of the %s system', (mode, file) => {
  const ownServices = Object.entries(file.services).filter(isOurs);

  test('are settings of their service, and none is missing', () => {
    // Settings of programs other than the services, and shared settings that only some services read.
    const others = /^(OTEL_|PGPASSWORD$|ASSAY_(RPC_PORT|NATS_URL)$)/;
    const common = declared.get('Every service');
    for (const [name, { environment = {} }] of ownServices) {
      const settings = declared.get(name);
      const isKnownVariable = (each: string): boolean =>
        settings?.all.has(each) === true || common?.all.has(each) === true || others.test(each);
      expect({ name, unknown: Object.keys(environment).filter((each) => !isKnownVariable(each)) }).toEqual({
        name,
        unknown: [],
      });
      const missing = settings?.required.filter((each) => !(each in environment) && each !== 'ASSAY_SMTP_URL');
      expect({ name, missing }).toEqual({ name, missing: [] });
    }
  });

  test('say the mode, and a live one has nothing of the sandbox', () => {
    for (const [name, { environment = {}, profiles = [] }] of ownServices) {
      if (mode === 'sandbox' || name !== 'sandbox') {
        expect({ name, mode: environment['ASSAY_MODE'] }).toEqual({ name, mode });
      } else {
        // A live system does not enable this profile, so the container does not start.
        expect(profiles).toEqual(['sandbox']);
      }
    }
    const values = Object.entries(file.services).flatMap(([name, { environment = {} }]) =>
      name === 'sandbox' ? [] : Object.values(environment),
    );
    const fromSandbox = values.filter((value) => /sandbox(:|-only)|local-/.test(value));
    expect(fromSandbox.length > 0).toBe(mode === 'sandbox');
  });
});

test('a live system takes each secret from the caller, and says what to do about a missing one', () => {
  const optional = new Set(['ASSAY_SIGNING_KEYS', 'ASSAY_PROVIDER_KEYS', 'ASSAY_RESOLVER_KEY']);
  const secrets = Object.entries(live.services).flatMap(([name, { environment = {} }]) =>
    name === 'sandbox' ? [] : Object.entries(environment).filter(([variable]) => secret.test(variable)),
  );
  expect(secrets.length).toBeGreaterThan(12);
  for (const [variable, value] of secrets) {
    const right = variable.startsWith('ASSAY_HAS_')
      ? /^\$\{\w+:\+yes\}$/
      : optional.has(variable)
        ? /^\$\{\w+:-\}$/
        : /^('?)\$\{\w+:\?run deploy\/compose\/make-live-env\.sh, which writes it to \.env\}\1$/;
    expect({ variable, value }).toEqual({ variable, value: expect.stringMatching(right) });
  }
});

test('a container gets only the secrets that its program knows', () => {
  const others: Readonly<Record<string, readonly string[]>> = {
    migrations: ['PGPASSWORD'],
    ready: ['ASSAY_ADMIN_TOKEN', 'ASSAY_HAS_PROVIDER_KEYS'],
    operator: ['ASSAY_ADMIN_TOKEN'],
    postgres: ['POSTGRES_PASSWORD'],
    nats: ['BILLING', 'GATEWAY', 'ENGINE', 'WATCH'].map((service) => `ASSAY_NATS_${service}_PASSWORD`),
  };
  for (const [name, { environment = {} }] of Object.entries(live.services)) {
    const secretVariables = Object.keys(environment).filter((variable) => secret.test(variable));
    const allowedVariables = secretVariables.filter((variable) => {
      const settings = declared.get(name);
      const isOfDatabase = variable === 'PGPASSWORD' && settings?.all.has('ASSAY_PG_URL') === true;
      return isOfDatabase || settings?.all.has(variable) === true || others[name]?.includes(variable) === true;
    });
    expect({ name, given: secretVariables }).toEqual({ name, given: allowedVariables });
  }
});

test('the file with the secrets of a live system is made once, is private, and is outside of git and of the image', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-live-env-'));
  try {
    const file = join(folder, '.env');
    const make = (): number | null =>
      spawnSync('sh', [join(root, 'deploy/compose/make-live-env.sh'), file], { encoding: 'utf8' }).status;
    expect([make(), make()]).toEqual([0, 1]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const text = readFileSync(file, 'utf8');
    const required = [...readFileSync(join(root, 'docker-compose.live.yml'), 'utf8').matchAll(/\$\{(\w+):\?run/g)].map(
      ([, name = '']) => name,
    );
    for (const name of required) {
      expect(text).toMatch(new RegExp(`^${name}=\\S{30,}$`, 'm'));
    }
    expect(text).toContain('COMPOSE_FILE=docker-compose.yml:docker-compose.live.yml');
  } finally {
    rmSync(folder, { recursive: true });
  }
  for (const list of ['.gitignore', '.dockerignore']) {
    expect(readFileSync(join(root, list), 'utf8').split('\n')).toContain('.env');
  }
});

test('sandbox and live are projects of their own, so no volume is of both', () => {
  expect(liveFile.name).not.toBe(sandbox.name);
  expect(liveFile.volumes).toBeUndefined();
  expect(Object.values(sandbox.volumes ?? {}).filter((volume) => volume !== null)).toEqual([]);
});

test('every container waits for containers that exist, and every volume is declared', () => {
  const names = new Set(Object.keys(sandbox.services));
  for (const [name, { depends_on: dependencies = [], volumes = [] }] of services) {
    const needed = Array.isArray(dependencies) ? dependencies : Object.keys(dependencies);
    expect({ name, unknown: needed.filter((each) => !names.has(each)) }).toEqual({ name, unknown: [] });
    for (const volume of volumes) {
      const [source = ''] = volume.split(':');
      const exists = source.startsWith('.') ? existsSync(join(root, source)) : source in (sandbox.volumes ?? {});
      expect({ volume, exists }).toEqual({ volume, exists: true });
    }
  }
  for (const [, { depends_on: dependencies = [] }] of services) {
    for (const [name, { condition }] of Object.entries(Array.isArray(dependencies) ? {} : dependencies)) {
      const target = sandbox.services[name];
      const reaches =
        condition === 'service_healthy'
          ? target?.healthcheck !== undefined && target.healthcheck.disable !== true
          : condition === 'service_completed_successfully'
            ? target?.restart === 'no'
            : true;
      expect({ name, condition, reaches }).toEqual({ name, condition, reaches: true });
    }
  }
  for (const [name, { environment = {} }] of services) {
    const called = Object.entries(environment).filter(([variable]) => /^ASSAY_[A-Z]+_ADDRESS$/.test(variable));
    const unknown = called.filter(([, address]) => !names.has(address.replace(/:7070$/, '')));
    expect({ name, unknown }).toEqual({ name, unknown: [] });
  }
  for (const name of ['billing', 'engine', 'watch', 'dashboard']) {
    expect(sandbox.services[name]?.depends_on).toMatchObject({
      migrations: { condition: 'service_completed_successfully' },
    });
  }
});

test('"up --wait" ends: a container that ends by itself is one for whose end another one waits', () => {
  const awaited = new Set(
    services.flatMap(([, { depends_on: dependencies = [] }]) =>
      Object.entries(Array.isArray(dependencies) ? {} : dependencies).flatMap(([name, { condition }]) =>
        condition === 'service_completed_successfully' ? [name] : [],
      ),
    ),
  );
  const ending = services.filter(([, { restart, profiles = [] }]) => restart === 'no' && profiles.length === 0);
  expect(ending.map(([name]) => name)).toEqual([...awaited]);
});

test('PostgreSQL is asked by TCP, and a check that starts node runs every ten seconds at most', () => {
  expect(sandbox.services['postgres']?.healthcheck?.test).toEqual(expect.arrayContaining(['-h', '127.0.0.1']));
  for (const [name, { healthcheck }] of services) {
    if (healthcheck?.test?.includes('node') === true) {
      expect({ name, interval: healthcheck.interval }).toEqual({ name, interval: '10s' });
    }
  }
});

test('Prometheus reads the metrics of every service', () => {
  const path = join(root, 'deploy', 'observability', 'prometheus', 'prometheus.yaml');
  const { scrape_configs: jobs } = parse(readFileSync(path, 'utf8')) as {
    scrape_configs: readonly { dns_sd_configs: readonly { names: readonly string[] }[] }[];
  };
  const scraped = jobs.flatMap((job) => job.dns_sd_configs.flatMap(({ names }) => names));
  expect(scraped.toSorted()).toEqual(
    ours
      .map(([name]) => name)
      .filter((name) => name !== 'sandbox')
      .toSorted(),
  );
});

test('containers are bounded, have no rights, are pinned to a version, and open ports on this machine alone', () => {
  for (const [name, service] of services) {
    const { image, ports = [], read_only: isReadOnly } = service;
    expect({ name, image }).toEqual({ name, image: expect.stringMatching(/:[\w.-]+\}?$/) });
    expect(image).not.toMatch(/:latest$/);
    for (const port of ports) {
      expect(port).toMatch(/^127\.0\.0\.1:/);
    }
    expect({ name, ...service }).toMatchObject({
      name,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      mem_limit: expect.stringMatching(/^\d+[mg]$/),
      pids_limit: expect.any(Number),
      logging: { options: { 'max-size': '10m' } },
    });
    if (declared.has(name)) {
      expect({ name, isReadOnly }).toEqual({ name, isReadOnly: true });
    }
  }
});
