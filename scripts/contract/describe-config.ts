import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';

/** Prints the settings of every service of a tree as JSON, without their descriptions. Usage: describe-config.ts TREE */
const tree = resolve(process.argv[2] ?? '.');

/** Returns each variable of a schema with its type, default and limits. */
function describe(prefix: string, schema: z.ZodObject): [string, string][] {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const required = new Set(json.required);
  return Object.entries(json.properties ?? {}).map(([name, property]) => {
    const { description: _, ...setting } = property as Record<string, unknown>;
    return [`${prefix} ${name}`, `${required.has(name) ? 'required ' : ''}${JSON.stringify(setting)}`];
  });
}

async function schemasOf(file: string): Promise<[string, z.ZodObject][]> {
  const module = (await import(pathToFileURL(file).href)) as Record<string, unknown>;
  return Object.entries(module).filter(
    (entry): entry is [string, z.ZodObject] => entry[1] instanceof Object && 'shape' in entry[1],
  );
}

const files = [
  join(tree, 'packages/runtime/src/config.ts'),
  // In older commits, this package contains the file with the shared settings.
  join(tree, 'packages', 'service', 'src/config.ts'),
  ...readdirSync(join(tree, 'services')).map((name) => join(tree, 'services', name, 'src/config.ts')),
];
const settings: [string, string][] = [];
for (const file of files.filter((name) => existsSync(name))) {
  for (const [name, schema] of await schemasOf(file)) {
    settings.push(...describe(name, schema));
  }
}
process.stdout.write(JSON.stringify(Object.fromEntries(settings)));
