import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseAllDocuments } from 'yaml';

/** The repository's root. */
export const root = join(import.meta.dirname, '..', '..', '..');
const chart = join(root, 'helm', 'assay');
const renderedFolder = join(root, 'test', 'chart', 'rendered');

/** A Kubernetes object. Its further fields depend on its kind, and the tests look into many kinds. */
export type KubernetesObject = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> };
  readonly spec: Readonly<Record<string, unknown>>;
};

/** A container of a pod template. */
export type Container = {
  readonly name: string;
  readonly image: string;
  readonly args?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
  readonly securityContext?: Readonly<Record<string, unknown>>;
  readonly resources?: Readonly<Record<string, unknown>>;
};

/** A pod's specification and the labels of the pod. */
export type Pod = {
  readonly owner: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly spec: {
    readonly automountServiceAccountToken?: boolean;
    readonly terminationGracePeriodSeconds?: number;
    readonly securityContext?: Readonly<Record<string, unknown>>;
    readonly containers: readonly Container[];
    readonly volumes?: readonly { readonly name: string; readonly secret?: { readonly secretName: string } }[];
  };
};

/** Returns the objects of every rendered variant, by the variant's name. */
export function readVariants(): ReadonlyMap<string, readonly KubernetesObject[]> {
  const files = readdirSync(renderedFolder).filter((file) => file.endsWith('.yaml'));
  return new Map(files.map((file) => [basename(file, '.yaml'), readObjects(join(renderedFolder, file))]));
}

function readObjects(file: string): KubernetesObject[] {
  return parseAllDocuments(readFileSync(file, 'utf8'))
    .map((document) => document.toJS() as KubernetesObject | null)
    .filter((object) => object !== null);
}

/** Returns the names of the chart's variants in helm/assay/ci. */
export function variantNames(): readonly string[] {
  return readdirSync(join(chart, 'ci')).map((file) => basename(file, '-values.yaml'));
}

/** Returns the digest of everything that rendering reads, as scripts/chart.mjs computes it. */
export function chartDigest(): string {
  const hash = createHash('sha256');
  for (const path of readdirSync(chart, { recursive: true }).map(String).toSorted()) {
    const at = join(chart, path);
    if (statSync(at).isFile() && path !== 'README.md') {
      hash.update(`${path}\0`).update(readFileSync(at)).update('\0');
    }
  }
  return hash.digest('hex');
}

/** Returns the digest of the chart from which the rendered variants were made. */
export function renderedDigest(): string {
  return readFileSync(join(renderedFolder, 'inputs.sha256'), 'utf8').trim();
}

type Template = { readonly metadata: { readonly labels: Record<string, string> }; readonly spec: Pod['spec'] };

/** Returns the pods of deployments, stateful sets, jobs, cron jobs and tests. */
export function podsOf(objects: readonly KubernetesObject[]): readonly Pod[] {
  return objects.flatMap((object): Pod[] => {
    const owner = `${object.kind}/${object.metadata.name}`;
    if (object.kind === 'Pod') {
      const { metadata, spec } = object as unknown as Template;
      return [{ owner, labels: metadata.labels, spec }];
    }
    const repeated = object.spec?.['jobTemplate'] as { readonly spec: KubernetesObject['spec'] } | undefined;
    const template = (repeated?.spec ?? object.spec)?.['template'] as Template | undefined;
    return template?.spec === undefined ? [] : [{ owner, labels: template.metadata.labels, spec: template.spec }];
  });
}

/** Returns the settings of each service, with those of every service, as docs/reference/config.md lists them. */
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
