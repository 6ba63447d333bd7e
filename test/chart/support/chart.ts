import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { helmProgram } from '../../../scripts/helm.ts';

/** The path of the repository's root. */
export const root = join(import.meta.dirname, '..', '..', '..');
const chart = join(root, 'helm', 'assay');
const helm = helmProgram();
/** The Kubernetes version for which the tests render the chart. The chart may use its features. */
const kubeVersion = '1.31.0';

/** A Kubernetes object. Its other fields depend on its kind, and the tests read many kinds. */
export type KubernetesObject = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec: Readonly<Record<string, unknown>>;
};

/** A variable of a container: a value, a key of a Secret, or a field of the pod. */
export type Variable = {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: {
    readonly secretKeyRef?: { readonly name: string; readonly key: string; readonly optional?: boolean };
    readonly fieldRef?: { readonly fieldPath: string };
  };
};

/** A probe by an HTTP request or by a command. */
export type Probe = {
  readonly httpGet?: { readonly path: string; readonly port: string };
  readonly exec?: { readonly command: readonly string[] };
  readonly periodSeconds: number;
  readonly timeoutSeconds?: number;
  readonly failureThreshold?: number;
};

/** A container of a pod template. */
export type Container = {
  readonly name: string;
  readonly image: string;
  readonly imagePullPolicy?: string;
  readonly args?: readonly string[];
  readonly env?: readonly Variable[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly securityContext?: Readonly<Record<string, unknown>>;
  readonly resources?: Readonly<Record<string, unknown>>;
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string; readonly readOnly?: boolean }[];
  readonly startupProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly lifecycle?: Readonly<Record<string, unknown>>;
};

/** A volume of a pod. */
export type Volume = {
  readonly name: string;
  readonly secret?: {
    readonly secretName: string;
    readonly defaultMode?: number;
    readonly items?: readonly { readonly key: string; readonly path: string }[];
  };
  readonly configMap?: { readonly name: string };
  readonly emptyDir?: Readonly<Record<string, unknown>>;
  readonly projected?: Readonly<Record<string, unknown>>;
};

/** A pod's specification, with the labels and annotations of the pod. */
export type Pod = {
  readonly owner: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly spec: {
    readonly serviceAccountName?: string;
    readonly automountServiceAccountToken?: boolean;
    readonly enableServiceLinks?: boolean;
    readonly restartPolicy?: string;
    readonly priorityClassName?: string;
    readonly imagePullSecrets?: readonly { readonly name: string }[];
    readonly terminationGracePeriodSeconds?: number;
    readonly topologySpreadConstraints?: readonly {
      readonly topologyKey: string;
      readonly whenUnsatisfiable: string;
      readonly labelSelector: { readonly matchLabels: Readonly<Record<string, string>> };
    }[];
    readonly securityContext?: Readonly<Record<string, unknown>>;
    readonly containers: readonly Container[];
    readonly volumes?: readonly Volume[];
  };
};

/** Returns the output of helm for these arguments. When helm fails, throws what it wrote to standard error. */
export function runHelm(...args: readonly string[]): string {
  return execFileSync(helm, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, stdio: 'pipe' });
}

/** Returns helm's message when it refuses to render these values; empty when it renders them. */
export function refusalOf(...args: readonly string[]): string {
  const result = spawnSync(helm, ['template', 'assay', chart, '-n', 'assay', ...args], { encoding: 'utf8' });
  return result.status === 0 ? '' : result.stderr;
}

/**
 * Returns the Kubernetes objects that helm renders with some values, such as `-f values.yaml` or `--set mode=sandbox`.
 */
export function renderChart(...values: readonly string[]): readonly KubernetesObject[] {
  const text = runHelm('template', 'assay', chart, '-n', 'assay', '--kube-version', kubeVersion, ...values);
  // Kubernetes reads YAML 1.1, in which 0440 is octal and a bare "off" is false.
  return parseAllDocuments(text, { version: '1.1' })
    .map((document) => document.toJS() as KubernetesObject | null)
    .filter((object) => object !== null);
}

/** Returns the path of the file with a variant's values. */
export function valuesOf(variant: string): string {
  return join(chart, 'ci', `${variant}-values.yaml`);
}

/** Returns the objects of every variant in helm/assay/ci, by the variant's name. */
export function readVariants(): ReadonlyMap<string, readonly KubernetesObject[]> {
  return new Map(
    readdirSync(join(chart, 'ci'))
      .map((file) => basename(file, '-values.yaml'))
      .map((variant) => [variant, renderChart('-f', valuesOf(variant))]),
  );
}

type Template = {
  readonly metadata: { readonly labels: Record<string, string>; readonly annotations?: Record<string, string> };
  readonly spec: Pod['spec'];
};

/** Returns the pods of deployments, stateful sets, jobs, cron jobs and tests. */
export function podsOf(objects: readonly KubernetesObject[]): readonly Pod[] {
  return objects.flatMap((object): Pod[] => {
    const owner = `${object.kind}/${object.metadata.name}`;
    if (object.kind === 'Pod') {
      const { metadata, spec } = object as unknown as Template;
      return [{ owner, labels: metadata.labels, annotations: metadata.annotations ?? {}, spec }];
    }
    const repeated = object.spec?.['jobTemplate'] as { readonly spec: KubernetesObject['spec'] } | undefined;
    const template = (repeated?.spec ?? object.spec)?.['template'] as Template | undefined;
    if (template?.spec === undefined) {
      return [];
    }
    const { labels, annotations = {} } = template.metadata;
    return [{ owner, labels, annotations, spec: template.spec }];
  });
}

/**
 * Returns the settings of each service as docs/reference/config.md lists them. They include the settings that all
 * services share.
 */
export function declaredSettings(): ReadonlyMap<
  string,
  { readonly all: ReadonlySet<string>; readonly required: readonly string[] }
> {
  const page = readFileSync(join(root, 'docs', 'reference', 'config.md'), 'utf8');
  const sections = page
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const rows = [...section.matchAll(/^\| `([A-Z0-9_]+)` +\| +(\S+)/gm)];
      return {
        name: section.slice(0, section.indexOf('\n')),
        names: rows.map(([, name = '']) => name),
        required: rows.filter(([, , value]) => value === 'required').map(([, name = '']) => name),
      };
    });
  const common = sections.find(({ name }) => name === 'Every service')?.names ?? [];
  return new Map(
    sections.map(({ name, names, required }) => [name, { all: new Set([...common, ...names]), required }]),
  );
}
