import { parser } from '@prometheus-io/lezer-promql';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const directory = join(import.meta.dirname, '..', '..', '..', 'deploy', 'observability');

/** A recording or alert rule of deploy/observability/prometheus/rules.yaml. */
export type Rule = {
  readonly record?: string;
  readonly alert?: string;
  readonly expr: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
};

/** A PromQL expression, and a name for the place where it was found. */
export type Expression = { readonly where: string; readonly text: string };

/** Returns every rule of the rule file. */
export function readRules(): readonly Rule[] {
  const file = parse(readFileSync(join(directory, 'prometheus', 'rules.yaml'), 'utf8')) as {
    groups: { rules: Rule[] }[];
  };
  return file.groups.flatMap(({ rules }) => rules);
}

type Panel = { readonly title: string; readonly targets?: readonly { readonly expr: string }[] };
type Dashboard = {
  readonly uid: string;
  readonly title: string;
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly definition?: string }[] };
};

/** Returns every Grafana dashboard with its file name. */
export function readDashboards(): readonly (Dashboard & { readonly file: string })[] {
  const folder = join(directory, 'grafana', 'dashboards');
  return readdirSync(folder).map((file) => ({
    file,
    ...(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Dashboard),
  }));
}

/**
 * Returns the expressions of all rules, panels and variables. Grafana's variables are replaced by values, as Grafana
 * does.
 */
export function readExpressions(): readonly Expression[] {
  const rules = readRules().map(({ record, alert, expr }) => ({ where: String(record ?? alert), text: expr }));
  const panels = readDashboards().flatMap(({ file, panels: list, templating }) => [
    ...list.flatMap(({ title, targets }) => (targets ?? []).map(({ expr }) => ({ where: `${file}: ${title}`, expr }))),
    ...templating.list.flatMap(({ definition }) => {
      const metric = /^label_values\((.+), \w+\)$/.exec(definition ?? '')?.[1];
      return metric === undefined ? [] : [{ where: `${file}: variable`, expr: metric }];
    }),
  ]);
  const replaced = panels.map(({ where, expr }) => ({ where, text: expr.replaceAll('$__rate_interval', '5m') }));
  return [...rules, ...replaced];
}

/** Returns the names of the metrics in an expression. Throws when the expression is not valid PromQL. */
export function metricNames({ where, text }: Expression): readonly string[] {
  const names: string[] = [];
  parser.parse(text).iterate({
    enter: (node) => {
      if (node.type.isError) {
        throw new Error(`${where}: not PromQL near "${text.slice(node.from, node.from + 30)}"`);
      }
      if (node.name === 'VectorSelector') {
        const identifier = node.node.getChild('Identifier');
        names.push(identifier === null ? '' : text.slice(identifier.from, identifier.to));
      }
    },
  });
  return names;
}

/**
 * Returns the name of the metric to which a series belongs. It is the series' name without the suffix of a histogram's
 * series.
 */
export function metricOfSeries(name: string, types: ReadonlyMap<string, string>): string {
  const base = name.replace(/_(bucket|sum|count)$/, '');
  return types.get(base) === 'histogram' || types.get(base) === 'summary' ? base : name;
}
