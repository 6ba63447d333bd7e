import { expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { declaredSettings, root } from './support/chart.ts';

type Condition = 'service_started' | 'service_healthy' | 'service_completed_successfully';
type ComposeService = {
  readonly image: string;
  readonly profiles?: readonly string[];
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly env_file?: readonly string[];
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly healthcheck?: { readonly disable?: boolean };
  readonly depends_on?: readonly string[] | Readonly<Record<string, { readonly condition: Condition }>>;
  readonly read_only?: boolean;
  readonly restart?: string;
  readonly stop_grace_period?: string;
};

const compose = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true }) as {
  services: Readonly<Record<string, ComposeService>>;
  volumes: Readonly<Record<string, unknown>>;
};
const services = Object.entries(compose.services);
const declared = declaredSettings();
const ours = services.filter(([name]) => declared.has(name));

/** Returns the variables that an environment file sets or takes from the caller's environment. */
function environmentFile(profile: string): ReadonlyMap<string, string> {
  const lines = readFileSync(join(root, 'deploy', 'compose', `${profile}.env`), 'utf8').split('\n');
  return new Map(
    lines
      .filter((line) => /^[A-Z]/.test(line))
      .map((line) => {
        const [name = '', ...value] = line.split('=');
        return [name, value.join('=')];
      }),
  );
}

test('the file is valid for the Compose specification', () => {
  const path = join(root, 'node_modules', 'dclint', 'schemas', 'compose.schema.json');
  const schema = JSON.parse(readFileSync(path, 'utf8')) as object;
  const accepts = new Ajv({ strict: false, validateFormats: false, validateSchema: false }).compile(schema);
  expect({ isAccepted: accepts(compose), errors: accepts.errors }).toEqual({ isAccepted: true, errors: null });
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

test.each(['sandbox', 'live'])(
  'every setting that compose names in profile %s is one of a service, and none is missing',
  (profile) => {
    const shared = new Set([...environmentFile('common').keys(), ...environmentFile(profile).keys()]);
    const known = new Set([...declared.values()].flatMap(({ all }) => [...all]));
    // The container "ready" and the SDK read these.
    const others = /^(OTEL_|ASSAY_SANDBOX_URL$)/;
    expect([...shared].filter((name) => !known.has(name) && !others.test(name))).toEqual([]);
    for (const [name, { environment = {} }] of ours) {
      const settings = declared.get(name);
      const undeclared = Object.keys(environment).filter((variable) => settings?.all.has(variable) !== true);
      expect({ name, undeclared }).toEqual({ name, undeclared: [] });
      const missing = settings?.required.filter((each) => !(each in environment) && !shared.has(each));
      expect({ name, missing }).toEqual({ name, missing: [] });
    }
  },
);

test('every container waits for containers that exist, and every volume is declared', () => {
  const names = new Set(Object.keys(compose.services));
  for (const [name, { depends_on: dependencies = [], volumes = [] }] of services) {
    const needed = Array.isArray(dependencies) ? dependencies : Object.keys(dependencies);
    expect({ name, unknown: needed.filter((each) => !names.has(each)) }).toEqual({ name, unknown: [] });
    for (const volume of volumes) {
      const [source = ''] = volume.split(':');
      const exists = source.startsWith('.') ? existsSync(join(root, source)) : source in compose.volumes;
      expect({ volume, exists }).toEqual({ volume, exists: true });
    }
  }
  for (const [, { depends_on: dependencies = [] }] of services) {
    for (const [name, { condition }] of Object.entries(Array.isArray(dependencies) ? {} : dependencies)) {
      const target = compose.services[name];
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
    expect(compose.services[name]?.depends_on).toMatchObject({
      migrations: { condition: 'service_completed_successfully' },
    });
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

test('containers are read-only, are pinned to a version, and open ports on this machine alone', () => {
  for (const [name, { image, ports = [], read_only: isReadOnly }] of services) {
    expect({ name, image }).toEqual({ name, image: expect.stringMatching(/:[\w.-]+\}?$/) });
    expect(image).not.toMatch(/:latest$/);
    for (const port of ports) {
      expect(port).toMatch(/^127\.0\.0\.1:/);
    }
    if (declared.has(name)) {
      expect({ name, isReadOnly }).toEqual({ name, isReadOnly: true });
    }
  }
});

test('the profiles carry no secret of a live system', () => {
  const live = environmentFile('live');
  expect([...live].filter(([name, value]) => /KEY|TOKEN|SECRET|PASSWORD|URLS/.test(name) && value !== '')).toEqual([]);
  expect(environmentFile('sandbox').get('ASSAY_MODE')).toBe('sandbox');
});
