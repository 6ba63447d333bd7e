import { register } from 'node:module';

/**
 * Lets the MCP conformance suite start on Node.js 20. Its program imports `globSync` from `fs`, which Node.js has since
 * version 22, and calls it only in its command "tier-check". This loader adds the name to the module; nothing else
 * changes.
 */
const source = `
  import * as fs from 'node:fs';
  export * from 'node:fs';
  export { default } from 'node:fs';
  export const globSync = fs['globSync'];`;
const hooks = `
  const url = ${JSON.stringify(`data:text/javascript,${encodeURIComponent(source)}`)};
  export async function resolve(specifier, context, next) {
    const isSuite = context.parentURL?.includes('/@modelcontextprotocol/conformance/') === true;
    return specifier === 'fs' && isSuite ? { url, shortCircuit: true } : next(specifier, context);
  }`;
if (!('globSync' in (await import('node:fs')))) {
  register(`data:text/javascript,${encodeURIComponent(hooks)}`);
}
