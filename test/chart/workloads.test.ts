import { expect, test } from '@jest/globals';
import { podsOf, readVariants, renderChart, type Container, type Pod } from './support/chart.ts';

const variants = [...readVariants()].map(([variant, objects]) => ({ variant, objects, pods: podsOf(objects) }));
const isService = ({ owner }: Pod): boolean => owner.startsWith('Deployment/');
const nameOf = ({ owner }: Pod): string => owner.replace(/^.*\/assay-/, '');

/**
 * Requests and limits of each container, as "cpu memory / memory". No container has a CPU limit, because such a limit
 * would only slow a service down.
 */
const resources: Readonly<Record<string, string>> = {
  engine: '500m 384Mi / 1Gi',
  gateway: '250m 256Mi / 512Mi',
  resolver: '100m 256Mi / 512Mi',
  operator: '10m 64Mi / 256Mi',
  doctor: '10m 64Mi / 256Mi',
  'first-call': '10m 64Mi / 128Mi',
  migrations: '50m 128Mi / 256Mi',
  certificates: '20m 96Mi / 256Mi',
  nats: '100m 128Mi / 1Gi',
  reload: '1m 8Mi / 32Mi',
  postgresql: '100m 256Mi / 1Gi',
};
const ofService = '100m 192Mi / 512Mi';
const ofSandboxService = '20m 160Mi / 512Mi';

function resourcesOf({ resources: given }: Container): string {
  const { requests, limits } = given as {
    requests: Record<string, string>;
    limits: Record<string, string>;
  };
  return `${requests['cpu']} ${requests['memory']} / ${limits['memory']}${limits['cpu'] ?? ''}`;
}

test.each(variants)('every container of $variant has the resources of its table', ({ variant, pods }) => {
  for (const container of pods.flatMap(({ spec }) => spec.containers)) {
    const usual = variant === 'sandbox' ? ofSandboxService : ofService;
    expect([container.name, resourcesOf(container)]).toEqual([container.name, resources[container.name] ?? usual]);
  }
});

/** Returns the user id under which a server's image can write to its volume. It is not root. */
const userOf = (name: string): number => (name === 'postgresql' ? 999 : 10001);

test.each(variants)(
  'every pod of $variant runs as a user without rights, on a file system that is read-only',
  (each) => {
    for (const pod of each.pods) {
      const id = userOf(nameOf(pod));
      expect({ owner: pod.owner, ...pod.spec.securityContext }).toEqual({
        owner: pod.owner,
        runAsNonRoot: true,
        runAsUser: id,
        runAsGroup: id,
        fsGroup: id,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      // Service links would add the addresses of all Services in the namespace to the environment.
      expect([pod.owner, pod.spec.enableServiceLinks]).toEqual([pod.owner, false]);
      for (const { name, securityContext } of pod.spec.containers) {
        expect({ name, ...securityContext }).toEqual({
          name,
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
      }
    }
  },
);

test.each(variants)('a pod of $variant has its own account, and no token of it but where a Job needs one', (each) => {
  const accounts = each.objects.filter(({ kind }) => kind === 'ServiceAccount');
  for (const account of accounts) {
    expect(account).toMatchObject({ automountServiceAccountToken: false });
  }
  for (const pod of each.pods) {
    expect([pod.owner, pod.spec.automountServiceAccountToken]).toEqual([pod.owner, false]);
    if (isService(pod) || pod.owner.includes('Job')) {
      const account = `assay-${nameOf(pod).replace(/-1$/, '')}`;
      expect([pod.owner, pod.spec.serviceAccountName]).toEqual([pod.owner, account]);
      expect(accounts.map(({ metadata }) => metadata.name)).toContain(account);
    }
    const mountsToken = (pod.spec.volumes ?? []).some(({ projected }) => projected !== undefined);
    expect([pod.owner, mountsToken]).toEqual([pod.owner, nameOf(pod).startsWith('certificates')]);
  }
});

test.each(variants)('the account of the certificates of $variant reads its own Secrets alone', ({ objects, pods }) => {
  const [role] = objects.filter(({ kind }) => kind === 'Role') as unknown as readonly { readonly rules: unknown }[];
  if (role !== undefined) {
    const mounted = pods
      .flatMap(({ spec }) => spec.volumes ?? [])
      .flatMap(({ name, secret }) => (name === 'tls' ? [secret?.secretName ?? ''] : []));
    expect(role.rules).toEqual([
      { apiGroups: [''], resources: ['secrets'], verbs: ['create'] },
      {
        apiGroups: [''],
        resources: ['secrets'],
        verbs: ['get', 'update'],
        resourceNames: ['assay-authority', ...[...new Set(mounted)].toSorted()],
      },
    ]);
    const [binding] = objects.filter(({ kind }) => kind === 'RoleBinding');
    expect(binding).toMatchObject({
      roleRef: { kind: 'Role', name: 'assay-certificates' },
      subjects: [{ kind: 'ServiceAccount', name: 'assay-certificates', namespace: 'assay' }],
    });
  }
});

test.each(variants)('a service of $variant is started, watched and taken out of use by its own probes', ({ pods }) => {
  for (const pod of pods.filter(isService)) {
    const [container] = pod.spec.containers;
    const { name, args, ports, startupProbe, livenessProbe, readinessProbe } = container ?? {};
    const program = name === 'operator' ? 'packages/operator/dist/stand-by.js' : `services/${name}/dist/main.js`;
    expect({ name, args }).toEqual({ name: nameOf(pod), args: [program] });
    expect(ports?.find((port) => port.name === 'ops')?.containerPort).toBe(9464);
    // At its start, a service may wait two minutes for PostgreSQL or NATS. The liveness probe must tolerate a stall of
    // the event loop.
    expect({ startupProbe, livenessProbe, readinessProbe }).toEqual({
      startupProbe: { httpGet: { path: '/healthz', port: 'ops' }, periodSeconds: 2, failureThreshold: 60 },
      livenessProbe: {
        httpGet: { path: '/healthz', port: 'ops' },
        periodSeconds: 10,
        timeoutSeconds: 3,
        failureThreshold: 6,
      },
      readinessProbe: {
        httpGet: { path: '/readyz', port: 'ops' },
        periodSeconds: 3,
        timeoutSeconds: 2,
        failureThreshold: 2,
      },
    });
  }
});

test.each(variants)('servers that $variant brings are probed, and stop without losing clients', ({ objects, pods }) => {
  for (const pod of pods.filter(({ owner }) => owner.startsWith('StatefulSet/'))) {
    const [container] = pod.spec.containers;
    const probes = [container?.readinessProbe, container?.livenessProbe].map((probe) => probe?.httpGet ?? probe?.exec);
    expect([pod.owner, ...probes]).toEqual(
      nameOf(pod) === 'nats'
        ? [
            pod.owner,
            { path: '/healthz?js-server-only=true', port: 'monitor' },
            { path: '/healthz?js-enabled-only=true', port: 'monitor' },
          ]
        : [
            pod.owner,
            { command: ['pg_isready', '-h', '127.0.0.1', '-U', 'postgres'] },
            { command: ['pg_isready', '-U', 'postgres'] },
          ],
    );
    expect(container?.lifecycle).toEqual(
      nameOf(pod) === 'nats'
        ? { preStop: { exec: { command: ['nats-server', '-sl', 'ldm=/run/nats/nats.pid'] } } }
        : undefined,
    );
    // A server that stores its data in its container would lose the data together with its pod.
    const [set] = objects.filter(({ kind, metadata }) => `${kind}/${metadata.name}` === pod.owner);
    expect(set?.spec['volumeClaimTemplates']).toMatchObject([
      {
        metadata: { name: 'data' },
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '5Gi' } } },
      },
    ]);
    expect(container?.volumeMounts?.map(({ name }) => name)).toContain('data');
  }
});

test.each(variants)('a release of $variant replaces a pod only after the next one is ready', ({ objects, pods }) => {
  for (const { metadata, spec } of objects.filter(({ kind }) => kind === 'Deployment')) {
    expect({ name: metadata.name, ...spec }).toMatchObject({
      name: metadata.name,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
      minReadySeconds: 5,
    });
  }
  for (const pod of pods.filter(isService)) {
    expect(pod.annotations).toHaveProperty('assay/secrets-version', '');
    const spread = pod.spec.topologySpreadConstraints ?? [];
    expect(spread.map(({ topologyKey }) => topologyKey)).toEqual([
      'topology.kubernetes.io/zone',
      'kubernetes.io/hostname',
    ]);
    for (const { whenUnsatisfiable, labelSelector } of spread) {
      expect([pod.owner, whenUnsatisfiable]).toEqual([pod.owner, 'ScheduleAnyway']);
      expect(pod.labels).toMatchObject(labelSelector.matchLabels);
    }
  }
});

test.each(variants)(
  'each mount of $variant has its volume, and each service its own certificate',
  ({ variant, pods }) => {
    for (const pod of pods) {
      const claimed = pod.owner.startsWith('StatefulSet/') ? ['data'] : [];
      const volumes = [...(pod.spec.volumes ?? []).map(({ name }) => name), ...claimed];
      const mounts = pod.spec.containers.flatMap(({ volumeMounts = [] }) => volumeMounts);
      expect([pod.owner, new Set(mounts.map(({ name }) => name))]).toEqual([pod.owner, new Set(volumes)]);
      for (const { name, secret } of (pod.spec.volumes ?? []).filter((volume) => volume.secret !== undefined)) {
        // Only the group of the pod can read the files.
        expect([pod.owner, name, secret?.defaultMode]).toEqual([pod.owner, name, 0o440]);
        const component = pod.labels['app.kubernetes.io/component'];
        const certificate = variant === 'operator' ? `assay-tls-${component}` : `assay-${component}-tls`;
        expect([pod.owner, secret?.secretName]).toEqual([pod.owner, name === 'tls' ? certificate : 'assay-nats']);
        expect(mounts.filter((mount) => mount.name === name).map(({ readOnly }) => readOnly)).toEqual([true]);
      }
    }
  },
);

test.each([
  ['minimal', 'ghcr.io/assay/assay:0.1.0', undefined],
  ['no-internet', 'registry.corp.example/assay:0.1.0', [{ name: 'registry-corp' }]],
  ['operator', 'ghcr.io/assay/assay:0.1.0', undefined],
  ['production', `registry.example.com/assay@sha256:${'0'.repeat(64)}`, undefined],
  ['sandbox', 'ghcr.io/assay/assay:0.1.0', undefined],
] as const)('every pod of %s that runs our programs has one image', (variant, image, pullSecrets) => {
  const pods = variants.find((each) => each.variant === variant)?.pods ?? [];
  for (const { owner, spec } of pods.filter((pod) => !pod.owner.startsWith('StatefulSet/'))) {
    expect([owner, spec.containers.map((container) => container.image), spec.imagePullSecrets]).toEqual([
      owner,
      [image],
      pullSecrets,
    ]);
  }
});

test('values for pods reach the pods of every service', () => {
  const pods = podsOf(
    renderChart(
      '-f',
      new URL('../../helm/assay/ci/minimal-values.yaml', import.meta.url).pathname,
      '--set',
      'defaults.priorityClassName=high,defaults.nodeSelector.pool=data,defaults.podLabels.team=feeds',
      '--set',
      'defaults.podAnnotations.cost=feeds,secrets.version=2,image.pullPolicy=Always',
      '--set-json',
      'defaults.tolerations=[{"key":"data","operator":"Exists"}]',
      '--set-json',
      'defaults.affinity={"nodeAffinity":{}}',
    ),
  ).filter(isService);
  expect(pods.length).toBe(8);
  for (const { owner, labels, annotations, spec } of pods) {
    expect({ owner, labels, annotations, spec }).toMatchObject({
      owner,
      labels: { team: 'feeds' },
      annotations: { cost: 'feeds', 'assay/secrets-version': '2' },
      spec: {
        priorityClassName: 'high',
        nodeSelector: { pool: 'data' },
        tolerations: [{ key: 'data', operator: 'Exists' }],
        affinity: { nodeAffinity: {} },
        containers: [{ imagePullPolicy: 'Always' }],
      },
    });
  }
});
