import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { fencesOf } from '../../conformance/support/documentation-pages.ts';
import { openBrowser } from '../support/dashboard.ts';
import { sharedSystem } from '../support/system.ts';

const { gatewayUrl } = sharedSystem();
const repository = fileURLToPath(new URL('../../../', import.meta.url));
/**
 * One page of each kind: a page with tables, one with diagrams and code, one of the generated reference, and a missing
 * page.
 */
const kinds = ['/docs', '/docs/idempotency', '/docs/reference/errors', '/docs/nothing'];
let browser: Browser;
let pages: ReadonlyMap<string, string>;

beforeAll(async () => {
  browser = await openBrowser();
  pages = await crawl();
}, 60_000);

afterAll(() => browser.close());

/**
 * Follows links from page to page. Returns the HTML of every page of the site by its path. A missing page has an empty
 * text.
 */
async function crawl(): Promise<Map<string, string>> {
  const htmlByPath = new Map<string, string>();
  let next = ['/docs'];
  while (next.length > 0) {
    const loaded = await Promise.all(
      next.map(async (path) => {
        const response = await fetch(`${gatewayUrl}${path}`, { headers: { accept: 'text/html' } });
        return [path, response.ok ? await response.text() : ''] as const;
      }),
    );
    loaded.forEach(([path, html]) => htmlByPath.set(path, html));
    next = [...new Set(loaded.flatMap(([path, html]) => linksOf(path, html).map(({ page }) => page)))].filter(
      (path) => !htmlByPath.has(path),
    );
  }
  return htmlByPath;
}

/** Returns the links of a page that lead to this service, each with its anchor. */
function linksOf(path: string, html: string): { readonly page: string; readonly anchor: string }[] {
  return [...html.matchAll(/<a\b[^>]*\bhref="([^"]+)"/g)]
    .map(([, href = '']) => new URL(decoded(href), `${gatewayUrl}${path}`))
    .filter(({ origin }) => origin === gatewayUrl)
    .map(({ pathname, hash }) => ({
      page: pathname.replace(/(.)\/$/, '$1'),
      anchor: decodeURIComponent(hash.slice(1)),
    }));
}

function decoded(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll(/&#x([0-9A-F]+);/gi, (_whole, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replaceAll('&amp;', '&');
}

test('every link of every page leads to a page, and to a heading of it', () => {
  expect(pages.size).toBeGreaterThan(45);
  const broken = [...pages].flatMap(([path, html]) =>
    linksOf(path, html)
      .filter(({ page, anchor }) => {
        const target = pages.get(page) ?? '';
        return target === '' || (anchor !== '' && !target.includes(`id="${anchor}"`));
      })
      .map(({ page, anchor }) => `${path}: ${page}#${anchor}`),
  );
  expect(broken).toEqual([]);
});

test.each([
  ['docs/use/quickstart-http.md', '/docs/quickstart-http'],
  ['docs/use/gate.md', '/docs/gate'],
  ['docs/use/authentication.md', '/docs/authentication'],
  ['packages/client/README.md', '/docs/client'],
])('the code of %s is the code that its page shows', (source, path) => {
  const snippets = [...(pages.get(path) ?? '').matchAll(/<pre\b[^>]*>([\s\S]*?)<\/pre>/g)].map(([, code = '']) =>
    decoded(code.replaceAll(/<[^>]+>/g, '')),
  );
  const written = fencesOf(repository, source).filter(({ language }) => language !== 'mermaid');
  expect(written.length).toBeGreaterThan(1);
  expect(snippets.map((code) => code.trimEnd())).toEqual(written.map(({ content }) => content.trimEnd()));
});

test('llms.txt names every operation, and each page that it lists is there as Markdown', async () => {
  const text = await (await fetch(`${gatewayUrl}/llms.txt`)).text();
  for (const operation of ['POST /v1/ask', 'POST /v1/get_data', 'POST /v1/gate', 'POST /v1/watch', 'POST /mcp']) {
    expect(text).toContain(operation);
  }
  const listed = [...text.matchAll(/\]\((\/[^)]+)\)/g)].map(([, path = '']) => path);
  expect(listed.length).toBeGreaterThan(35);
  const statuses = await Promise.all(listed.map(async (path) => [path, (await fetch(`${gatewayUrl}${path}`)).status]));
  expect(statuses.filter(([, status]) => status !== 200)).toEqual([]);
  const page = await (await fetch(`${gatewayUrl}/docs/gate.md`)).text();
  expect(page).toMatch(/^# The gate/);
});

/**
 * Opens a page in a browser, and collects the errors that the browser reports. The 404 of the missing page does not
 * count as an error.
 */
async function openPage(options: { readonly width: number; readonly colorScheme: 'light' | 'dark' }): Promise<{
  readonly page: Page;
  readonly problems: string[];
}> {
  const context = await browser.newContext({
    viewport: { width: options.width, height: 900 },
    colorScheme: options.colorScheme,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !page.url().endsWith('/nothing')) {
      problems.push(message.text());
    }
  });
  return { page, problems };
}

test.each([
  ['light', 1280],
  ['dark', 360],
] as const)(
  'pages have no serious finding of axe in %s at %i px, and the browser reports nothing',
  async (scheme, width) => {
    const { page, problems } = await openPage({ width, colorScheme: scheme });
    for (const path of kinds) {
      await page.goto(`${gatewayUrl}${path}`, { waitUntil: 'networkidle' });
      const { violations } = await new AxeBuilder({ page }).analyze();
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      expect([path, serious.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)]).toEqual([path, []]);
      // Tables, code and diagrams may scroll sideways, but not the page itself.
      expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
    }
    expect(problems).toEqual([]);
    await page.context().close();
  },
  120_000,
);

test.each([
  ['rate limit', /^\/docs\/rate-limits/],
  ['429', /^\/docs\/rate-limits/],
  ['webhook signature', /^\/docs\/webhooks/],
  ['credits', /^\/docs\/credits/],
  ['idempotency key', /^\/docs\/idempotency/],
])(
  'a caller who searches for "%s" finds a page for callers first',
  async (words, first) => {
    const { page, problems } = await openPage({ width: 1280, colorScheme: 'light' });
    await page.goto(`${gatewayUrl}/docs`, { waitUntil: 'networkidle' });
    await page.keyboard.press('Control+k');
    await page.getByRole('searchbox').fill(words);
    const results = page.getByRole('option').locator('a');
    await results.first().waitFor();
    const resultLinks = await results.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    expect(resultLinks[0]).toMatch(first);
    expect(problems).toEqual([]);
    await page.context().close();
  },
  120_000,
);

test('search finds a page by a word of its text, and the API explorer lists every operation', async () => {
  const { page, problems } = await openPage({ width: 1280, colorScheme: 'light' });
  const foreign: string[] = [];
  page.on('request', (request) => foreign.push(...(request.url().startsWith(gatewayUrl) ? [] : [request.url()])));
  await page.goto(`${gatewayUrl}/docs`, { waitUntil: 'networkidle' });
  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox').fill('INSUFFICIENT_CREDITS');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/insufficient_credits/);
  await page.getByRole('heading', { name: 'INSUFFICIENT_CREDITS' }).waitFor();
  await page.getByRole('link', { name: 'API explorer' }).first().click();
  await page.getByRole('heading', { name: 'Ask a question in words' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/docs/api');
  expect(foreign).toEqual([]);
  expect(problems).toEqual([]);
  await page.context().close();
}, 60_000);
