// Fails when the folders of a source tree import each other in a circle. Usage: node scripts/folder-cycles.mjs
// services/engine/src [packages/solana/src ...] It compares the folders directly below each source tree. It ignores
// files at the root, tests and testing/ folders.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';

const importPattern = /(?:from|import|import\()\s*'(\.[^']+)'/g;

/** Returns the imports between folders, as folder -> imported folder -> the first import found. */
export function folderImports(root) {
  const imports = new Map();
  for (const file of sourceFiles(root)) {
    const from = topFolder(root, join(root, file));
    for (const [, specifier] of readFileSync(join(root, file), 'utf8').matchAll(importPattern)) {
      const to = topFolder(root, resolve(root, file, '..', specifier));
      if (from !== undefined && to !== undefined && from !== to) {
        const targets = imports.get(from) ?? new Map();
        imports.set(from, targets);
        targets.set(to, targets.get(to) ?? `${String(file)} imports ${specifier}`);
      }
    }
  }
  return imports;
}

/** Returns the shortest cycle as a list of folders whose first and last folder are the same. Undefined without a cycle. */
export function findCycle(imports) {
  return [...imports.keys()]
    .map((start) => shortestPath(imports, start))
    .filter((path) => path !== undefined)
    .toSorted((a, b) => a.length - b.length)[0];
}

function shortestPath(imports, start) {
  const paths = [[start]];
  const visited = new Set();
  for (const path of paths) {
    for (const next of imports.get(path.at(-1))?.keys() ?? []) {
      if (next === start) {
        return [...path, start];
      }
      if (!visited.has(next)) {
        visited.add(next);
        paths.push([...path, next]);
      }
    }
  }
  return undefined;
}

function sourceFiles(root) {
  return readdirSync(root, { recursive: true })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .filter((file) => !file.split(sep).includes('testing'));
}

function topFolder(root, path) {
  const [first, ...rest] = relative(resolve(root), resolve(path)).split(sep);
  return rest.length > 0 && first !== '..' ? first : undefined;
}

let cycles = 0;
for (const root of process.argv.slice(2)) {
  const imports = folderImports(root);
  const cycle = findCycle(imports);
  if (cycle !== undefined) {
    cycles += 1;
    console.error(`${root}: the folders import each other in a circle: ${cycle.join(' -> ')}`);
    cycle.slice(1).forEach((to, index) => console.error(`  ${imports.get(cycle[index]).get(to)}`));
  }
}
process.exitCode = cycles === 0 ? 0 : 1;
