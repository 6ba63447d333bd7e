import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const fontUrl = /url\('(@fontsource-variable\/[^']+\/([^'/]+)\.woff2)'\)/g;

/**
 * Returns the design files that all pages of the gateway share: the colours and fonts of packages/design as one style
 * sheet, the font files, and the logo. A font's name contains a hash of its content, so that caches may store it.
 */
export function faceFiles(repository) {
  const design = join(repository, 'packages/design');
  const require = createRequire(join(design, 'package.json'));
  const fonts = new Map();
  const fontFaces = read(design, 'fonts.css').replaceAll(fontUrl, (_whole, specifier, name) => {
    const content = readFileSync(require.resolve(specifier));
    const version = createHash('sha256').update(content).digest('hex').slice(0, 12);
    const path = `assets/${name}.${version}.woff2`;
    fonts.set(path, content);
    return `url('/docs/${path}')`;
  });
  return new Map([
    ['face.css', Buffer.from(`${read(design, 'tokens.css')}\n${fontFaces}`)],
    ['favicon.svg', Buffer.from(read(design, 'mark.svg'))],
    ...fonts,
  ]);
}

function read(folder, name) {
  return readFileSync(join(folder, name), 'utf8');
}
