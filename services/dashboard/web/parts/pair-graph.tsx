import type { PairVerdict } from '@assay/catalog/outcomes';
import { Group, List, Table } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { labelSize, layOutGraph, usefulWidth, type GraphNode } from '../graph-layout.ts';
import { pairSentence } from '../pair-sentence.ts';
import { WideTable } from './wide-table.tsx';

/** A verdict about two providers. */
export type Pair = {
  readonly a: string;
  readonly b: string;
  readonly verdict: string;
  readonly nats: number;
  readonly observations: number;
  readonly maxShare: number | null;
  readonly reason: string;
};

const verdicts: Readonly<Record<string, { readonly color: string; readonly text: string; readonly sign: string }>> = {
  independent: { color: 'var(--independent)', text: 'independent', sign: '≠' },
  shared_upstream: { color: 'var(--shared)', text: 'one upstream', sign: '=' },
} satisfies Record<Exclude<PairVerdict, 'unknown'>, object>;
const unknown = { color: 'var(--unknown)', text: 'not known, so treated as one', sign: '?' };

/** Returns the colour, the text and the sign of a verdict. Colour alone would exclude some readers. */
export function verdictLook(verdict: string): { readonly color: string; readonly text: string; readonly sign: string } {
  return verdicts[verdict] ?? unknown;
}

/** Draws providers on a circle, with a line for each pair. Below it, a list contains the same verdicts as text. */
export function PairGraph({
  pairs,
  aggregators = [],
  isListed = true,
}: {
  readonly pairs: readonly Pair[];
  /** Providers that combine several upstreams. Their mark is a square. */
  readonly aggregators?: readonly string[];
  /** Whether a list repeats the graph in words. A page with a matrix needs no list. */
  readonly isListed?: boolean;
}): ReactNode {
  const { ref, width } = useElementSize();
  const providers = [...new Set(pairs.flatMap(({ a, b }) => [a, b]))].sort();
  const names = providers.map(shortName);
  const maxWidth = usefulWidth(names);
  // The height depends only on the names, so the page does not move when the graph learns its width.
  const layout = layOutGraph(names, width === 0 ? maxWidth : width);
  const nodeOf = new Map(providers.map((provider, index) => [provider, layout.nodes[index]]));
  return (
    <Group align="center" gap="xl">
      <div ref={ref} style={{ maxWidth, width: '100%' }}>
        <svg
          width={layout.width}
          height={layout.height}
          style={{ display: 'block' }}
          role="img"
          aria-label={
            isListed
              ? 'Pairs of providers; the list has the same content'
              : 'Pairs of providers; the matrix has the same content'
          }
        >
          {pairs.map((pair) => (
            <PairLine key={`${pair.a} ${pair.b}`} pair={pair} from={nodeOf.get(pair.a)} to={nodeOf.get(pair.b)} />
          ))}
          {layout.nodes.map((node) => (
            <g key={node.name}>
              {aggregators.map(shortName).includes(node.name) ? (
                <rect x={node.x - 7} y={node.y - 7} width={14} height={14} fill="var(--mark)" />
              ) : (
                <circle cx={node.x} cy={node.y} r={7} fill="var(--accent)" />
              )}
              <text x={node.labelX} y={node.labelY} textAnchor={node.anchor} fontSize={labelSize} fill="currentColor">
                {node.name}
              </text>
            </g>
          ))}
        </svg>
      </div>
      {isListed && <PairList pairs={pairs} />}
    </Group>
  );
}

function PairLine({
  pair,
  from,
  to,
}: {
  readonly pair: Pair;
  readonly from: GraphNode | undefined;
  readonly to: GraphNode | undefined;
}): ReactNode {
  const isShared = pair.verdict === 'shared_upstream';
  return (
    <line
      x1={from?.x}
      y1={from?.y}
      x2={to?.x}
      y2={to?.y}
      stroke={verdictLook(pair.verdict).color}
      strokeWidth={isShared ? 5 : 1.5}
      strokeDasharray={pair.verdict === 'unknown' ? '4 4' : undefined}
    />
  );
}

function PairList({ pairs }: { readonly pairs: readonly Pair[] }): ReactNode {
  return (
    <List size="sm" spacing={4} listStyleType="none" className="pairs">
      {pairs.map((pair) => (
        <List.Item key={`${pair.a} ${pair.b}`}>
          <Sign verdict={pair.verdict} /> {pairSentence({ ...pair, a: shortName(pair.a), b: shortName(pair.b) })}
        </List.Item>
      ))}
    </List>
  );
}

function Sign({ verdict }: { readonly verdict: string }): ReactNode {
  const { color, sign } = verdictLook(verdict);
  return (
    <span className="mono" style={{ color }} aria-hidden="true">
      {sign}
    </span>
  );
}

/**
 * Returns a provider's name without the mark of simulated sources. The banner of every page says that sources are
 * simulated.
 */
export function shortName(provider: string): string {
  return provider.replace(/^sandbox\./, '');
}

/**
 * Shows all pairs of a set of providers as a matrix.
 * @param onPick runs with the pair of the cell that the reader chose.
 */
export function PairMatrix<Each extends Pair>({
  pairs,
  aggregators = [],
  onPick,
}: {
  readonly pairs: readonly Each[];
  /** Providers that combine several upstreams. The sign ∑ marks them. */
  readonly aggregators?: readonly string[];
  readonly onPick: (pair: Each) => void;
}): ReactNode {
  const providers = [...new Set(pairs.flatMap(({ a, b }) => [a, b]))].sort();
  const find = (row: string, column: string): Each | undefined =>
    pairs.find(({ a, b }) => (a === row && b === column) || (a === column && b === row));
  return (
    <WideTable minWidth={120 + providers.length * 30}>
      <Table withTableBorder withColumnBorders horizontalSpacing={0} verticalSpacing={2}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col" px="xs">
              Provider
            </Table.Th>
            {providers.map((column) => (
              <Table.Th key={column} scope="col" className="mono short" py="xs">
                <span className="upright">{shortName(column)}</span>
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {providers.map((row) => (
            <Table.Tr key={row}>
              <Table.Th scope="row" className="mono short" px="xs">
                {shortName(row)}
                {aggregators.includes(row) && <Aggregator />}
              </Table.Th>
              {providers.map((column) => {
                const pair = find(row, column);
                const look = pair === undefined ? undefined : verdictLook(pair.verdict);
                return (
                  <Table.Td key={column} style={{ textAlign: 'center' }}>
                    {pair !== undefined && look !== undefined && (
                      <button
                        type="button"
                        onClick={() => onPick(pair)}
                        aria-label={`${row} and ${column}: ${look.text}`}
                        style={{
                          background: 'none',
                          border: 0,
                          color: look.color,
                          font: 'inherit',
                          fontWeight: 700,
                          cursor: 'pointer',
                          minWidth: 28,
                          minHeight: 32,
                        }}
                      >
                        {look.sign}
                      </button>
                    )}
                  </Table.Td>
                );
              })}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </WideTable>
  );
}

function Aggregator(): ReactNode {
  return (
    <span title="aggregator" role="img" aria-label="aggregator">
      {' '}
      ∑
    </span>
  );
}
