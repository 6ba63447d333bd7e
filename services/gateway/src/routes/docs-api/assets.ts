import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { prepareAsset, type StaticAsset } from '../../http/static-assets.ts';

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

const directory = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const packaged: readonly (readonly [name: string, contentType: string])[] = [
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
];

/** The files of the API explorer by name, read and compressed once when the gateway starts. */
export const explorerAssets: ReadonlyMap<string, StaticAsset> = new Map([
  ['start.js', await prepareAsset(Buffer.from(start), 'text/javascript; charset=utf-8')],
  ...(await Promise.all(
    packaged.map(
      async ([name, contentType]) =>
        [name, await prepareAsset(await readFile(join(directory, name)), contentType)] as const,
    ),
  )),
]);

/** Returns the URL of an asset with its version. Throws for a name that is no asset. */
export function explorerAssetUrl(name: string): string {
  const asset = explorerAssets.get(name);
  if (asset === undefined) {
    throw new Error(`${name} is no asset of the API explorer`);
  }
  return `/docs/${asset.version}.${name}`;
}
