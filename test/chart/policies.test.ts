import { expect, test } from '@jest/globals';
import { isIP, BlockList } from 'node:net';
import { podsOf, readVariants } from './support/chart.ts';
import { policiesOf, selectorMatches } from './support/reach.ts';

const variants = [...readVariants()].map(([variant, objects]) => ({ variant, objects }));

test.each(variants)('a pod of $variant has more time to stop than it needs to drain', ({ objects }) => {
  for (const { owner, spec } of podsOf(objects).filter((pod) => pod.owner.startsWith('Deployment/'))) {
    const env = new Map(
      spec.containers.flatMap((container) => container.env ?? []).map(({ name, value }) => [name, value]),
    );
    const drainSeconds = Number(env.get('ASSAY_DRAIN_SECONDS')) + Number(env.get('ASSAY_DRAIN_MS')) / 1_000;
    expect({ owner, enough: (spec.terminationGracePeriodSeconds ?? 0) > drainSeconds }).toEqual({
      owner,
      enough: true,
    });
  }
});

test.each(variants)('every pod of $variant is denied all traffic that its own policy does not allow', ({ objects }) => {
  const policies = policiesOf(objects);
  for (const { owner, labels } of podsOf(objects)) {
    const applied = policies.filter(({ spec }) => selectorMatches(spec.podSelector, labels));
    const isDenied = applied.some(({ spec }) => spec.policyTypes.length === 2 && !spec.ingress && !spec.egress);
    expect({ owner, isDenied, own: applied.length >= 2 }).toEqual({ owner, isDenied: true, own: true });
  }
});

test.each(variants)(
  'only engine and watch of $variant reach the internet, and no private address with it',
  ({ objects }) => {
    const open = policiesOf(objects).flatMap(({ name, spec }) =>
      (spec.egress ?? []).flatMap(({ to }) => {
        const wide =
          to === undefined ? [{ cidr: '0.0.0.0/0', except: [] }] : to.flatMap(({ ipBlock }) => ipBlock ?? []);
        return wide.filter(({ cidr }) => /\/[0-3]$/.test(cidr)).map((block) => ({ name, ...block }));
      }),
    );
    expect(new Set(open.map(({ name }) => name).filter((name) => !/-(engine|watch)$/.test(name)))).toEqual(new Set());
    for (const { cidr, except = [] } of open.filter((block) => block.cidr === '0.0.0.0/0')) {
      const denied = new BlockList();
      for (const range of except) {
        const [address = '', bits = ''] = range.split('/');
        denied.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4');
      }
      for (const address of [
        '10.1.2.3',
        '127.0.0.1',
        '169.254.169.254',
        '172.20.0.1',
        '192.168.1.1',
        '100.64.0.1',
        '224.0.0.1',
      ]) {
        expect({ cidr, address, denied: denied.check(address) }).toEqual({ cidr, address, denied: true });
      }
      expect(denied.check('93.184.215.14')).toBe(false);
    }
  },
);

/** Returns the parts of a network in CIDR form: the base address, the length of the prefix, and the family. */
function networkOf(cidr: string): { readonly base: string; readonly bits: number; readonly family: 'ipv4' | 'ipv6' } {
  const [base = '', bits = ''] = cidr.split('/');
  return { base, bits: Number(bits), family: isIP(base) === 6 ? 'ipv6' : 'ipv4' };
}

test.each(variants)(
  'every exception of a block of $variant is inside the block, as Kubernetes demands',
  ({ objects }) => {
    const blocks = policiesOf(objects).flatMap(({ spec }) => (spec.egress ?? []).flatMap(({ to }) => to ?? []));
    for (const { cidr, except = [] } of blocks.flatMap(({ ipBlock }) => ipBlock ?? [])) {
      const block = networkOf(cidr);
      expect({ cidr, isAddress: isIP(block.base) !== 0 }).toEqual({ cidr, isAddress: true });
      const list = new BlockList();
      list.addSubnet(block.base, block.bits, block.family);
      for (const range of except) {
        const { base, bits, family } = networkOf(range);
        const isInside = family === block.family && bits > block.bits && list.check(base, family);
        expect({ cidr, range, isInside }).toEqual({ cidr, range, isInside: true });
      }
    }
  },
);

test('denied ranges of IPv6 are exceptions of the IPv6 block, and those that no block allows are none', () => {
  const [production] = variants.filter(({ variant }) => variant === 'production');
  const [engine] = policiesOf(production?.objects ?? []).filter(({ name }) => name === 'assay-engine');
  const blocks = (engine?.spec.egress ?? []).flatMap(({ to }) => (to ?? []).flatMap(({ ipBlock }) => ipBlock ?? []));
  const exceptionsOf = (cidr: string): readonly string[] => blocks.find((block) => block.cidr === cidr)?.except ?? [];
  expect(exceptionsOf('0.0.0.0/0')).toContain('203.0.114.0/24');
  expect(exceptionsOf('2000::/3')).toEqual(['2001:db8::/32', '2002::/16', '2a05:d018:1::/48']);
});

test.each([
  ['no-internet', { ipFamilyPolicy: 'SingleStack', ipFamilies: ['IPv6'] }],
  ['production', { ipFamilyPolicy: 'PreferDualStack', ipFamilies: ['IPv6', 'IPv4'] }],
  ['operator', { ipFamilyPolicy: undefined, ipFamilies: undefined }],
])('every Service of %s has the IP families of the values', (wanted, families) => {
  const objects = variants.filter(({ variant }) => variant === wanted).flatMap((each) => each.objects);
  const kubernetesServices = objects.filter(({ kind }) => kind === 'Service');
  expect(kubernetesServices.length).toBeGreaterThan(5);
  for (const { spec } of kubernetesServices) {
    expect({ ipFamilyPolicy: spec['ipFamilyPolicy'], ipFamilies: spec['ipFamilies'] }).toEqual(families);
  }
});

test.each(variants)('a service of $variant with several pods has a disruption budget and is spread', ({ objects }) => {
  const namesOfKind = (kind: string): ReadonlySet<string> =>
    new Set(objects.filter((object) => object.kind === kind).map(({ metadata }) => metadata.name));
  const budgets = namesOfKind('PodDisruptionBudget');
  const scaled = namesOfKind('HorizontalPodAutoscaler');
  for (const { metadata, spec } of objects.filter(({ kind }) => kind === 'Deployment')) {
    const several = scaled.has(metadata.name) || Number(spec['replicas']) > 1;
    expect({ name: metadata.name, hasBudget: budgets.has(metadata.name) }).toEqual({
      name: metadata.name,
      hasBudget: several,
    });
    // An autoscaler and a fixed number of replicas must not exist together, because each would overwrite the other.
    expect(scaled.has(metadata.name)).toBe(spec['replicas'] === undefined);
    expect(JSON.stringify(spec)).toContain('topology.kubernetes.io/zone');
  }
});

test('migrations run before the services, or beside them where the release brings its own database', () => {
  for (const { variant, objects } of variants) {
    const job = objects.find(({ kind, metadata }) => kind === 'Job' && metadata.name.endsWith('-migrations'));
    const hook = job?.metadata.annotations?.['helm.sh/hook'];
    const hasOwn = variant === 'sandbox' || variant === 'operator';
    expect({ variant, hook }).toEqual({ variant, hook: hasOwn ? undefined : 'pre-install,pre-upgrade' });
    const [container] = podsOf(objects).find(({ owner }) => owner === 'Job/assay-migrations')?.spec.containers ?? [];
    expect(container?.args).toContainEqual(expect.stringMatching(/^--wait-seconds=[1-9]/));
    for (const { owner, spec } of podsOf(objects).filter((pod) => /-(billing|watch|dashboard)$/.test(pod.owner))) {
      const setting = spec.containers[0]?.env?.find(({ name }) => name === 'ASSAY_MIGRATE_AT_START');
      expect({ owner, value: setting?.value }).toEqual({ owner, value: 'false' });
    }
  }
});

test('autoscalers use metrics of pods only where the values say that an adapter serves them', () => {
  for (const { variant, objects } of variants) {
    const text = JSON.stringify(objects.filter(({ kind }) => kind === 'HorizontalPodAutoscaler'));
    expect({ variant, pods: text.includes('assay_calls_in_flight') }).toEqual({
      variant,
      pods: variant === 'production',
    });
  }
});

test.each(variants)(
  'every service of $variant has a certificate, and none says that it goes without',
  ({ variant, objects }) => {
    for (const { owner, spec } of podsOf(objects).filter((pod) => pod.owner.startsWith('Deployment/'))) {
      const env = new Map(spec.containers[0]?.env?.map(({ name, value }) => [name, value]));
      expect({ owner, certificate: env.get('ASSAY_TLS_CERT_FILE'), without: env.get('ASSAY_MUTUAL_TLS') }).toEqual({
        owner,
        certificate: '/etc/assay/tls/tls.crt',
        without: undefined,
      });
    }
    const mounted = podsOf(objects)
      .flatMap(({ spec }) => spec.volumes ?? [])
      .flatMap(({ name, secret }) => (name === 'tls' ? [secret?.secretName ?? ''] : []));
    // When no issuer is configured, the release creates and renews its certificates itself.
    const ownJobs = podsOf(objects).filter(({ owner }) => owner.includes('assay-certificates'));
    const isOwn = ['minimal', 'no-internet', 'sandbox'].includes(variant);
    expect(ownJobs.map(({ owner }) => owner.split('/')[0])).toEqual(isOwn ? ['Job', 'CronJob'] : []);
    for (const { spec } of ownJobs) {
      const env = new Map(spec.containers[0]?.env?.map(({ name, value }) => [name, value]));
      const requestedCertificates = JSON.parse(env.get('ASSAY_CERTIFICATES') ?? '[]') as {
        secret: string;
        dnsNames: string[];
      }[];
      expect(mounted.filter((name) => !requestedCertificates.some(({ secret }) => secret === name))).toEqual([]);
      const billing = requestedCertificates.find(({ secret }) => secret === 'assay-billing-tls');
      expect(billing?.dnsNames).toEqual(['billing.assay.assay.internal', 'assay-billing']);
    }
  },
);

test.each(variants)(
  'the operations port of the dashboard of $variant, which has the page for operators, is not published',
  ({ objects }) => {
    const opsPort = 9464;
    const namesOf = (ports: unknown): unknown[] => (ports as { port?: unknown }[]).map(({ port }) => port);
    for (const { kind, metadata, spec } of objects) {
      if (kind === 'Service') {
        expect([metadata.name, spec['type'] ?? 'ClusterIP']).toEqual([metadata.name, 'ClusterIP']);
      }
      if (kind === 'Ingress') {
        expect(JSON.stringify(spec)).not.toMatch(/"name":"ops"|9464/);
      }
      if (kind === 'NetworkPolicy' && metadata.name.endsWith('-dashboard')) {
        const rules = (spec['ingress'] ?? []) as { ports?: unknown; from?: Record<string, unknown>[] }[];
        const open = rules.filter(({ ports }) => ports === undefined || namesOf(ports).includes(opsPort));
        const peers = open.flatMap(({ from }) => from ?? [{}]).map((peer) => Object.keys(peer));
        expect([metadata.name, peers]).toEqual([metadata.name, peers.map(() => ['namespaceSelector'])]);
      }
    }
  },
);
