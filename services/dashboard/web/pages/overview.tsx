import { Card, SegmentedControl, SimpleGrid, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { OverviewView, UsageRow } from '../../src/api/routes/overview/route.ts';
import type { AccountPageProps } from '../parts/account-page-props.ts';
import { credits, percentile, roundedCredits } from '../format.ts';
import { Level, Outcome } from '../parts/labels.tsx';
import { NoCredits } from '../parts/no-credits.tsx';
import { Empty, Loaded } from '../parts/states.tsx';
import { UsageChart } from '../parts/usage-chart.tsx';
import { useAccountQuery } from '../queries.ts';
import { useUrlValue } from '../url-value.ts';
import { WideTable } from '../parts/wide-table.tsx';
import { PageHead } from '../parts/page-head.tsx';

const chartHeight = 220;
const ranges = [
  { value: '1', label: '24 h' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
] as const;

/** The balance, the calls and charges over time, and the latency of the last answers. */
export default function Overview({ account }: AccountPageProps): ReactNode {
  const [days, setDays] = useUrlValue(
    'days',
    '7',
    ranges.map(({ value }) => value),
  );
  const overview = useAccountQuery<OverviewView>(account.id, `/overview?days=${days}`);
  return (
    <>
      <PageHead title="Overview">
        <SegmentedControl aria-label="Time range" value={days} onChange={setDays} data={[...ranges]} />
      </PageHead>
      <Loaded query={overview}>{(data) => <Figures data={data} accountId={account.id} />}</Loaded>
    </>
  );
}

function Figures({ data, accountId }: { readonly data: OverviewView; readonly accountId: string }): ReactNode {
  const base = `/a/${accountId}`;
  const calls = data.usage.reduce((sum, row) => sum + row.calls, 0);
  const spent = data.usage.reduce((sum, row) => sum + BigInt(row.debitedMicros), 0n);
  const p50 = percentile(data.latenciesMs, 0.5);
  const p99 = percentile(data.latenciesMs, 0.99);
  return (
    <>
      <NoCredits balanceMicros={data.balanceMicros} accountId={accountId} />
      <SimpleGrid cols={{ base: 2, md: 4 }} mb="lg">
        <Figure label="Balance" value={roundedCredits(data.balanceMicros)} unit="credits" />
        <Figure label="Spent" value={credits(String(spent))} unit="credits" />
        <Figure label="Calls" value={calls.toLocaleString()} unit="" />
        <Figure
          label="Latency of the last answers"
          value={p50 === undefined ? '–' : `${p50} / ${p99}`}
          unit={p50 === undefined ? '' : 'ms (p50 / p99)'}
        />
      </SimpleGrid>
      {calls === 0 ? (
        <Empty title="No calls in this time">
          <Link href={`${base}/keys`}>Create a key</Link> and call the API, or try a type in the{' '}
          <Link href={`${base}/playground`}>playground</Link>.
        </Empty>
      ) : (
        <>
          <UsageChart rows={data.usage} step={data.step} fromMs={data.fromMs} toMs={data.toMs} height={chartHeight} />
          <UsageTable rows={data.usage} />
        </>
      )}
    </>
  );
}

function Figure({
  label,
  value,
  unit,
}: {
  readonly label: string;
  readonly value: string;
  readonly unit: string;
}): ReactNode {
  return (
    <Card withBorder p="sm">
      <Text size="sm" className="muted">
        {label}
      </Text>
      <Text fw={600} fz="xl" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {value}{' '}
        <Text span size="sm" className="muted" fw={400}>
          {unit}
        </Text>
      </Text>
    </Card>
  );
}

/** Calls and charges by type, outcome and level over the whole time. */
function UsageTable({ rows }: { readonly rows: readonly UsageRow[] }): ReactNode {
  const sums = new Map<string, { readonly row: UsageRow; readonly calls: number; readonly micros: bigint }>();
  for (const row of rows) {
    const key = `${row.type} ${row.outcome} ${row.level}`;
    const before = sums.get(key);
    sums.set(key, {
      row,
      calls: (before?.calls ?? 0) + row.calls,
      micros: (before?.micros ?? 0n) + BigInt(row.debitedMicros),
    });
  }
  return (
    <WideTable minWidth={480} mt="md">
      <Table className="cards" aria-label="Calls by type, outcome and level">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Type</Table.Th>
            <Table.Th>Outcome</Table.Th>
            <Table.Th>Level</Table.Th>
            <Table.Th className="number">Calls</Table.Th>
            <Table.Th className="number">Credits</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {[...sums]
            .sort(([, a], [, b]) => b.calls - a.calls)
            .map(([key, { row, calls, micros }]) => (
              <Table.Tr key={key}>
                <Table.Td className="mono" data-main="">
                  {row.type}
                </Table.Td>
                <Table.Td data-label="Outcome">
                  <Outcome value={row.outcome} />
                </Table.Td>
                <Table.Td data-label="Level">
                  <Level value={row.level} />
                </Table.Td>
                <Table.Td className="number" data-label="Calls">
                  {calls.toLocaleString()}
                </Table.Td>
                <Table.Td className="number" data-label="Credits">
                  {credits(String(micros))}
                </Table.Td>
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
    </WideTable>
  );
}
