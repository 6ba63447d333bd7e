import { z } from 'zod';
import { baseConfig } from '@assay/runtime/config';
import { page, table } from './table.ts';

type Setting = { readonly description?: string; readonly default?: unknown };

/** Returns a default value in the form of an environment variable. */
function literal(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function rows(schema: z.ZodObject, without: ReadonlySet<string>): string[][] {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, Setting>;
    required?: string[];
  };
  const required = new Set(json.required);
  return Object.entries(json.properties ?? {})
    .filter(([name]) => !without.has(name))
    .map(([name, setting]) => [
      `\`${name}\``,
      setting.default === undefined ? (required.has(name) ? 'required' : 'none') : `\`${literal(setting.default)}\``,
      setting.description ?? '',
    ]);
}

/** Returns the page of environment variables. It reads the same schemas as the services. */
export function configPage(services: Readonly<Record<string, z.ZodObject>>): string {
  const header = ['variable', 'default', 'meaning'];
  const common = new Set(Object.keys(baseConfig.shape));
  const sections = Object.entries(services).map(
    ([name, schema]) => `## ${name}\n\n${table(header, rows(schema, common))}`,
  );
  return page(
    'Environment variables',
    "`packages/runtime/src/config.ts` and each service's `config.ts`",
    [
      `For operators. After this page you know every setting of each service, its default and its meaning.`,
      `## Every service\n\n${table(header, rows(baseConfig, new Set()))}`,
      ...sections,
    ].join('\n\n'),
  );
}
