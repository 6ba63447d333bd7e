import type { PairVerdict } from '@assay/catalog/outcomes';
import Table from 'cli-table3';
import type { GetIndependenceResponse__Output } from '@assay/rpc/gen/assay/engine/v1/GetIndependenceResponse';
import type { PairIndependence__Output } from '@assay/rpc/gen/assay/engine/v1/PairIndependence';
import type { TypeIndependence__Output } from '@assay/rpc/gen/assay/engine/v1/TypeIndependence';
import { formatRows, plainScreen, type Screen } from './output.ts';
import { shareText } from './share-text.ts';

const marks: Readonly<Record<string, string>> = {
  shared_upstream: '=',
  independent: '.',
  unknown: '?',
} satisfies Record<PairVerdict, string>;

/**
 * Formats the verdicts on independence for each data type. It shows groups of providers, a matrix of the providers, and
 * a table of all pairs with their evidence.
 */
export function formatIndependence({ types, leads }: GetIndependenceResponse__Output, screen = plainScreen): string {
  if (types.length === 0) {
    return 'The engine has measured nothing yet. The first verdicts come half a minute after the measurement starts.';
  }
  const sampler = leads
    ? 'This engine replica measures independence.'
    : 'Another engine replica measures independence. These are its latest verdicts.';
  return [sampler, ...types.map((type) => formatType(type, screen))].join('\n\n');
}

function formatType(type: TypeIndependence__Output, screen: Screen): string {
  const keys = type.keys.map(({ key, observations }) => `${key} (${observations} answers)`).join(', ');
  return [
    `${screen.paint('bold', type.type)}: measured by ${keys}`,
    groups(type),
    graph(type),
    `  ${marks['shared_upstream']} one upstream   ${marks['independent']} independent   ${marks['unknown']} unknown (counts as dependent)`,
    table(type, screen),
  ].join('\n');
}

function groups({ clusters, composites }: TypeIndependence__Output): string {
  const several = clusters.filter(({ providers }) => providers.length > 1);
  const lines = several.map(({ providers }) => `  one upstream: ${providers.join(', ')}`);
  const combined = composites.map((name) => `  combines several upstreams: ${name}`);
  return [...(lines.length === 0 ? ['  no shared upstream found'] : lines), ...combined].join('\n');
}

/** Returns the matrix of verdicts: one row and one column for each provider. */
function graph({ pairs }: TypeIndependence__Output): string {
  const names = [...new Set(pairs.flatMap((pair) => [pair.one, pair.other]))].toSorted();
  const width = Math.max(...names.map((name) => name.length));
  const verdicts = new Map(pairs.map((pair) => [`${pair.one} ${pair.other}`, pair.verdict]));
  const mark = (a: string, b: string): string =>
    a === b ? '\\' : (marks[verdicts.get(`${a} ${b}`) ?? verdicts.get(`${b} ${a}`) ?? 'unknown'] ?? '?');
  const letters = names.map((_name, index) => String.fromCharCode(97 + (index % 26)));
  const head = `  ${' '.repeat(width + 2)} ${letters.join(' ')}`;
  return [
    head,
    ...names.map(
      (name, index) => `  ${name.padEnd(width)} ${letters[index]} ${names.map((other) => mark(name, other)).join(' ')}`,
    ),
  ].join('\n');
}

const tableColumns = ['pair', 'verdict', 'nats', 'informative', 'since', 'evidence'] as const;
const columnWidths = [26, 17, 8, 13, 26, 62];
/** Width of the whole table in characters, with its borders. */
const tableWidth = columnWidths.reduce((sum, width) => sum + width + 1, 1);

/** Returns the pairs as a table, or as lines of a name and a value when the screen is narrower than the table. */
function table({ pairs }: TypeIndependence__Output, screen: Screen): string {
  const order = (pair: PairIndependence__Output): number =>
    ['shared_upstream', 'independent', 'unknown'].indexOf(pair.verdict);
  const rows = pairs.toSorted((a, b) => order(a) - order(b)).map(pairRow);
  if (rows.length > 0 && screen.columns !== undefined && screen.columns < tableWidth) {
    return formatRows(tableColumns, rows, { ...screen, columns: 0 });
  }
  const boxes = new Table({
    head: tableColumns.map((name) => screen.paint('bold', name)),
    style: { head: [], border: [] },
    colWidths: columnWidths,
    wordWrap: true,
  });
  boxes.push(...rows.map((row) => tableColumns.map((name) => row[name])));
  return boxes.toString();
}

function pairRow(pair: PairIndependence__Output): Readonly<Record<(typeof tableColumns)[number], string>> {
  return {
    pair: `${pair.one} - ${pair.other}`,
    verdict: pair.verdict,
    nats: pair.nats.toFixed(1),
    informative: String(pair.observations),
    since: moment(pair.since_ms),
    evidence: [
      ...(pair.max_share_parts === 0 ? [] : [shareText(pair.max_share_parts)]),
      pair.reason,
      ...pair.evidence.map(({ kind, nats, detail }) => `${kind} ${nats.toFixed(1)}: ${detail}`),
    ].join('\n'),
  };
}

function moment(ms: string): string {
  return ms === '0' ? 'no verdict yet' : new Date(Number(ms)).toISOString();
}
