import { Group, List, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { WideTable } from './wide-table.tsx';

/** A verdict about two providers. */
export type Pair = {
  readonly a: string;
  readonly b: string;
  readonly verdict: string;
  readonly nats: number;
  readonly observations: number;
};

const size = 300;
const radius = 110;
const center = size / 2;
/** A small graph needs less space. */
const fewProviders = 3;
/** Labels are this much farther from the center than their circles. */
const labelDistance = 1.16;

const verdicts: Readonly<Record<string, { readonly color: string; readonly text: string; readonly sign: string }>> = {
  independent: { color: 'var(--independent)', text: 'independent', sign: '≠' },
  shared_upstream: { color: 'var(--shared)', text: 'one upstream', sign: '=' },
};
const unknown = { color: 'var(--unknown)', text: 'not known, so treated as one', sign: '?' };

/** Returns how a verdict looks: a colour, a text and a sign, because colour alone excludes some readers. */
export function verdictLook(verdict: string): { readonly color: string; readonly text: string; readonly sign: string } {
  return verdicts[verdict] ?? unknown;
}

/** Draws providers on a circle, with a line for each pair, and says the same as a list. */
export function PairGraph({
  pairs,
  isListed = true,
}: {
  readonly pairs: readonly Pair[];
  /** Whether a list says the same in words. A page with a matrix needs none. */
  readonly isListed?: boolean;
}): ReactNode {
  const providers = [...new Set(pairs.flatMap(({ a, b }) => [a, b]))].sort();
  const at = (provider: string): { readonly x: number; readonly y: number } => {
    const angle = (providers.indexOf(provider) / providers.length) * 2 * Math.PI - Math.PI / 2;
    return { x: center + radius * Math.cos(angle), y: center + radius * Math.sin(angle) };
  };
  return (
    <Group align="flex-start" gap="xl">
      <svg
        viewBox={`-70 0 ${size + 140} ${size}`}
        width="100%"
        style={{ maxWidth: providers.length <= fewProviders ? 280 : 480 }}
        role="img"
        aria-label="Pairs of providers; the list says the same"
      >
        {pairs.map((pair) => {
          const [from, to] = [at(pair.a), at(pair.b)];
          const { color } = verdictLook(pair.verdict);
          const isShared = pair.verdict === 'shared_upstream';
          return (
            <line
              key={`${pair.a} ${pair.b}`}
              x1={from.x}
              y1={from.y}
              x2={to.x}
              y2={to.y}
              stroke={color}
              strokeWidth={isShared ? 5 : 1.5}
              strokeDasharray={pair.verdict === 'unknown' ? '4 4' : undefined}
            />
          );
        })}
        {providers.map((provider) => {
          const { x, y } = at(provider);
          return (
            <g key={provider}>
              <circle cx={x} cy={y} r={7} fill="var(--mantine-primary-color-filled)" />
              <text
                x={center + (x - center) * labelDistance}
                y={center + (y - center) * labelDistance + 4}
                textAnchor={anchorOf(x)}
                fontSize={12}
                fill="currentColor"
              >
                {shortName(provider)}
              </text>
            </g>
          );
        })}
      </svg>
      {isListed && <PairList pairs={pairs} />}
    </Group>
  );
}

function PairList({ pairs }: { readonly pairs: readonly Pair[] }): ReactNode {
  return (
    <List size="sm" spacing={4}>
      {pairs.map((pair) => (
        <List.Item key={`${pair.a} ${pair.b}`}>
          <Text span className="mono">
            {shortName(pair.a)} {verdictLook(pair.verdict).sign} {shortName(pair.b)}
          </Text>
          : {verdictLook(pair.verdict).text}
        </List.Item>
      ))}
    </List>
  );
}

/** Returns a provider's name without the mark of simulated sources, which the banner of every page states. */
export function shortName(provider: string): string {
  return provider.replace(/^sandbox\./, '');
}

function anchorOf(x: number): 'start' | 'middle' | 'end' {
  if (Math.abs(x - center) < 1) {
    return 'middle';
  }
  return x < center ? 'end' : 'start';
}

/** Shows all pairs of a set of providers as a matrix. `onPick` runs with the pair of a cell. */
export function PairMatrix<Each extends Pair>({
  pairs,
  onPick,
}: {
  readonly pairs: readonly Each[];
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
