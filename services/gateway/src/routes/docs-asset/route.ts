import { Fault } from '@assay/faults/faults';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { defineRoute } from '../../route.ts';

const start = `window.addEventListener('DOMContentLoaded', () => {
  SwaggerUIBundle({
    url: '/v1/openapi.json',
    dom_id: '#reference',
    deepLinking: true,
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    validatorUrl: null,
  });
});
`;

const packaged: ReadonlyMap<string, string> = new Map([
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['favicon-32x32.png', 'image/png'],
]);
const directory = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

export default defineRoute({
  method: 'GET',
  path: '/docs/{asset}',
  needsKey: false,
  document: null,
  prepare: ({ pathParams }) => {
    const asset = pathParams['asset'] ?? '';
    if (asset === 'start.js') {
      return { run: async () => ({ status: 200, body: start, contentType: 'text/javascript; charset=utf-8' }) };
    }
    const contentType = packaged.get(asset);
    if (contentType === undefined) {
      throw new Fault('NOT_FOUND');
    }
    return { run: async () => ({ status: 200, body: await readFile(join(directory, asset)), contentType }) };
  },
});
