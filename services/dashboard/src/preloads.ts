/** An entry of Vite's manifest about one script. */
type BuiltScript = {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
  readonly isEntry?: boolean;
};

/** The manifest of Vite's build: scripts by their source. */
export type BuildManifest = Readonly<Record<string, BuiltScript>>;

/**
 * What the browser can load early for a page of an account: sources of scripts, and paths of data below the account and
 * below /api.
 */
type PagePreloads = {
  readonly scripts: readonly string[];
  readonly account: readonly string[];
  readonly shared?: readonly string[];
};

/**
 * The pages that people open most, by their path below an account. A page without an entry loads its parts one after
 * another.
 */
const pages: Readonly<Record<string, PagePreloads>> = {
  '': { scripts: ['pages/overview.tsx'], account: ['/overview?days=7'] },
  '/keys': { scripts: ['pages/keys.tsx'], account: ['/keys'] },
  '/requests': { scripts: ['pages/requests.tsx'], account: ['/requests'], shared: ['/catalog'] },
  '/independence': { scripts: ['pages/independence.tsx'], account: [], shared: ['/independence'] },
  '/playground': { scripts: ['pages/playground.tsx'], account: [], shared: ['/catalog'] },
  '/watches': { scripts: ['pages/watches.tsx'], account: ['/watches'], shared: ['/catalog'] },
  '/credits': { scripts: ['pages/credits.tsx'], account: ['/overview?days=7', '/ledger'] },
};

const accountPath = /^\/a\/(?<account>[A-Za-z0-9_]{1,64})(?<page>\/[a-z]+)?\/?$/;

/**
 * Returns a function that returns the Link header for the document at a path, or undefined when there is none. The
 * header names the scripts and the data of the page, so that the browser requests them while the application starts.
 * Each URL must equal the one that the page requests. Otherwise the browser loads it twice. So a document whose URL has
 * a query, such as one with filters, names no data of its page.
 */
export function createPreloads(manifest: BuildManifest): (path: string, hasQuery?: boolean) => string | undefined {
  const entry = Object.keys(manifest).filter((source) => manifest[source]?.isEntry === true);
  const first = new Set(entry.flatMap((source) => filesOf(manifest, source)));
  const scriptLinks = new Map(
    Object.entries(pages).map(([page, { scripts }]) => {
      const files = new Set(scripts.flatMap((source) => filesOf(manifest, source)));
      return [page, [...files].filter((file) => !first.has(file)).map((file) => linkOf(`/${file}`, 'script'))] as const;
    }),
  );
  return (path, hasQuery = false) => {
    const { account = '', page = '' } = accountPath.exec(path)?.groups ?? {};
    const preloads = pages[page];
    if (account === '' || preloads === undefined) {
      return undefined;
    }
    const data = [
      '/api/person',
      '/api/deployment',
      ...['/balance', ...(hasQuery ? [] : preloads.account)].map((each) => `/api/accounts/${account}${each}`),
      ...(preloads.shared ?? []).map((each) => `/api${each}`),
    ];
    return [...data.map((each) => linkOf(each, 'data')), ...(scriptLinks.get(page) ?? [])].join(', ');
  };
}

function linkOf(address: string, kind: 'script' | 'data'): string {
  return kind === 'script' ? `<${address}>; rel=modulepreload` : `<${address}>; rel=preload; as=fetch; crossorigin`;
}

/** Returns the script of a source, and the scripts that it imports statically. */
function filesOf(manifest: BuildManifest, source: string, seen = new Set<string>()): string[] {
  const script = manifest[source];
  if (script === undefined || seen.has(source)) {
    return [];
  }
  seen.add(source);
  return [script.file, ...(script.imports ?? []).flatMap((each) => filesOf(manifest, each, seen))];
}
