import Table from 'cli-table3';
import type { GetIndependenceResponse__Output } from '@assay/rpc/gen/assay/engine/v1/GetIndependenceResponse';
import type { PairIndependence__Output } from '@assay/rpc/gen/assay/engine/v1/PairIndependence';
import type { TypeIndependence__Output } from '@assay/rpc/gen/assay/engine/v1/TypeIndependence';

const marks: Readonly<Record<string, string>> = { shared_upstream: '=', independent: '.', unknown: '?' };

/** Draws what was measured: groups and a graph of who is related how, then a table of every pair with its evidence. */
export function drawIndependence({ types, leads }: GetIndependenceResponse__Output): string {
  if (types.length === 0) {
    return 'Nothing was measured yet. The first judgement comes half a minute after the engine began to sample.';
  }
  const who = leads ? 'The engine that was asked samples.' : 'Another replica samples; this is what it last showed.';
  return [who, ...types.map(drawType)].join('\n\n');
}

function drawType(type: TypeIndependence__Output): string {
  const keys = type.keys.map(({ key, observations }) => `${key} (${observations} answers)`).join(', ');
  return [
    `${type.type}: measured by ${keys}`,
    groups(type),
    graph(type),
    `  ${marks['shared_upstream']} one upstream   ${marks['independent']} independent   ${marks['unknown']} not known, which counts as dependent`,
    table(type),
  ].join('\n');
}

function groups({ clusters, composites }: TypeIndependence__Output): string {
  const several = clusters.filter(({ providers }) => providers.length > 1);
  const lines = several.map(({ providers }) => `  one upstream: ${providers.join(', ')}`);
  const made = composites.map((name) => `  made of several upstreams: ${name}`);
  return [...(lines.length === 0 ? ['  no shared upstream was found'] : lines), ...made].join('\n');
}

/** Who is related how to whom: one line a provider, one column for every provider. */
function graph({ pairs }: TypeIndependence__Output): string {
  const names = [...new Set(pairs.flatMap(({ one, other }) => [one, other]))].toSorted();
  const width = Math.max(...names.map((name) => name.length));
  const verdicts = new Map(pairs.map((pair) => [`${pair.one} ${pair.other}`, pair.verdict]));
  const mark = (one: string, other: string): string =>
    one === other
      ? '\\'
      : (marks[verdicts.get(`${one} ${other}`) ?? verdicts.get(`${other} ${one}`) ?? 'unknown'] ?? '?');
  const letters = names.map((_name, index) => String.fromCharCode(97 + (index % 26)));
  const head = `  ${' '.repeat(width + 2)} ${letters.join(' ')}`;
  return [
    head,
    ...names.map(
      (one, index) => `  ${one.padEnd(width)} ${letters[index]} ${names.map((other) => mark(one, other)).join(' ')}`,
    ),
  ].join('\n');
}

function table({ pairs }: TypeIndependence__Output): string {
  const rows = new Table({
    head: ['pair', 'verdict', 'nats', 'informative', 'since', 'evidence'],
    style: { head: [], border: [] },
    colWidths: [26, 17, 8, 13, 26, 62],
    wordWrap: true,
  });
  const order = (pair: PairIndependence__Output): number =>
    ['shared_upstream', 'independent', 'unknown'].indexOf(pair.verdict);
  for (const pair of pairs.toSorted((one, other) => order(one) - order(other))) {
    rows.push([
      `${pair.one} - ${pair.other}`,
      pair.verdict,
      pair.nats.toFixed(1),
      String(pair.observations),
      moment(pair.since_ms),
      [pair.reason, ...pair.evidence.map(({ kind, nats, detail }) => `${kind} ${nats.toFixed(1)}: ${detail}`)].join(
        '\n',
      ),
    ]);
  }
  return rows.toString();
}

function moment(ms: string): string {
  return ms === '0' ? 'never judged' : new Date(Number(ms)).toISOString();
}
