import { NativeSelect, Skeleton, Table, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { EvidenceHistoryView, EvidencePointView } from '../../src/api/routes/independence-history/route.ts';
import { call, queryOf } from '../api.ts';
import { evidenceSummary, tablePoints } from '../evidence-over-time.ts';
import { deferred } from './deferred.tsx';
import { Time } from './labels.tsx';
import { verdictLook } from './pair-graph.tsx';
import { Empty, Loaded } from './states.tsx';
import { WideTable } from './wide-table.tsx';

const refetchMs = 15_000;
const maxRows = 40;
const chartHeight = 270;
const EvidenceChart = deferred(() => import('./evidence-chart.tsx'), <Skeleton height={chartHeight} />);

/** Shows how the evidence about a pair on one asset developed: as a chart and as a table. */
export function EvidenceOverTime({
  a,
  b,
  keys,
  decisiveKey,
}: {
  readonly a: string;
  readonly b: string;
  /** The assets on which the pair was measured. */
  readonly keys: readonly string[];
  /** The asset to show first: the chosen one, or else the asset whose evidence decides. */
  readonly decisiveKey: string;
}): ReactNode {
  const [chosen, setChosen] = useState('');
  const key = keys.find((each) => each === chosen) ?? keys.find((each) => each === decisiveKey) ?? keys[0] ?? '';
  const history = useQuery({
    queryKey: ['independence', 'history', key, a, b],
    queryFn: () => call<EvidenceHistoryView>('GET', `/api/independence/history${queryOf({ key, a, b })}`),
    enabled: key !== '',
    refetchInterval: refetchMs,
  });
  return (
    <section aria-label="Evidence over time">
      <Title order={3} size="h5" mt="md" mb="xs">
        Evidence over time
      </Title>
      {keys.length > 1 && (
        <NativeSelect
          label="Measured on"
          maw={320}
          mb="xs"
          value={key}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={[...keys]}
        />
      )}
      <Loaded query={history}>
        {({ points }) =>
          points.length === 0 ? (
            <Empty title="No history yet">
              The engine stores a point at the next judgement, and then whenever the verdict changes or time passes.
            </Empty>
          ) : (
            <>
              <EvidenceChart points={points} summary={evidenceSummary(points)} />
              <PointTable points={points} />
            </>
          )
        }
      </Loaded>
    </section>
  );
}

function PointTable({ points }: { readonly points: readonly EvidencePointView[] }): ReactNode {
  return (
    <details style={{ marginTop: '0.75rem' }}>
      <summary>Show the points as a table</summary>
      <WideTable minWidth={520}>
        <Table verticalSpacing={6} className="cards" aria-label="Evidence over time">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Time</Table.Th>
              <Table.Th>Verdict</Table.Th>
              <Table.Th className="number">For, nats</Table.Th>
              <Table.Th className="number">Against, nats</Table.Th>
              <Table.Th className="number">Observations</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {tablePoints(points, maxRows).map(({ atMs, verdict, nats, natsAgainst, observations }) => (
              <Table.Tr key={atMs}>
                <Table.Td className="short" data-main="">
                  <Time at={atMs} />
                </Table.Td>
                <Table.Td data-label="Verdict" style={{ color: verdictLook(verdict).color }}>
                  {verdictLook(verdict).sign} {verdictLook(verdict).text}
                </Table.Td>
                <Table.Td className="number" data-label="For, nats">
                  {nats.toFixed(1)}
                </Table.Td>
                <Table.Td className="number" data-label="Against, nats">
                  {natsAgainst.toFixed(1)}
                </Table.Td>
                <Table.Td className="number" data-label="Observations">
                  {observations.toLocaleString()}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </WideTable>
    </details>
  );
}
