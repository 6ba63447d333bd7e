import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');
/** WCAG 2.2, success criterion 1.4.3, for text of normal size. */
const minTextContrast = 4.5;
/** WCAG 2.2, success criterion 1.4.11, for lines and marks that carry a meaning. */
const minMarkContrast = 3;

const texts = [
  'ink',
  'muted',
  'accent',
  'accent-strong',
  'good',
  'warn',
  'bad',
  'info',
  'independent',
  'shared',
  'unknown',
];
const backgrounds = ['ground', 'surface', 'accent-soft'];

type Colors = ReadonlyMap<string, string>;

/** Returns the colours of the rule with this selector. */
function colorsOf(selector: string): Colors {
  const blocks = css.split(`${selector} {`).slice(1);
  const rule = blocks.map((block) => block.slice(0, block.indexOf('}'))).find((body) => body.includes('--ground'));
  return new Map(
    [...(rule ?? '').matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name = '', color = '']) => [name, color]),
  );
}

const schemes = { light: colorsOf('\n:root'), dark: colorsOf('\n.dark') };

/** Returns the relative luminance of a colour such as #0b5d66. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(color.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(colors: Colors, a: string, b: string): number {
  const [light = 0, dark = 0] = [a, b].map((name) => luminance(colors.get(name) ?? '')).sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

test.each(Object.entries(schemes))('every text of the %s scheme can be read on every ground', (_scheme, colors) => {
  const weak = texts
    .flatMap((text) => backgrounds.map((ground) => [text, ground, contrast(colors, text, ground)] as const))
    .filter(([, , ratio]) => !(ratio >= minTextContrast));
  expect(weak).toEqual([]);
  expect(contrast(colors, 'on-accent', 'accent')).toBeGreaterThanOrEqual(minTextContrast);
  expect(contrast(colors, 'mark', 'ground')).toBeGreaterThanOrEqual(minMarkContrast);
});

test('a page that follows the system has the same dark colours as a page with a switch', () => {
  const followed = colorsOf('  :root.auto');
  expect([...followed]).toEqual([...schemes.dark]);
  expect([...followed.keys()]).toEqual([...schemes.light.keys()]);
});
