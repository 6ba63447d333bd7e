import { Alert, Anchor, Button, Table, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { LedgerView } from '../../src/api/routes/ledger/route.ts';
import type { OverviewView } from '../../src/api/routes/overview/route.ts';
import type { AccountPageProps } from '../app.tsx';
import { call, queryOf } from '../api.ts';
import { credits, shortTraceId } from '../format.ts';
import { Time } from '../parts/labels.tsx';
import { Empty, Failure, Loaded } from '../parts/states.tsx';
import { useAccountQuery } from '../queries.ts';
import { WideTable } from '../parts/wide-table.tsx';
import { PageHead } from '../parts/page-head.tsx';

const lowBalanceDays = 3;
const rangeDays = 7;

/** The balance and the ledger of an account, newest entry first. */
export default function Credits({ account }: AccountPageProps): ReactNode {
  const overview = useAccountQuery<OverviewView>(account.id, `/overview?days=${rangeDays}`);
  const ledger = useInfiniteQuery({
    queryKey: ['account', account.id, 'ledger'],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      call<LedgerView>('GET', `/api/accounts/${account.id}/ledger${queryOf({ cursor: pageParam })}`),
    getNextPageParam: ({ nextCursor }) => nextCursor || undefined,
  });
  const entries = ledger.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <>
      <PageHead title="Credits">
        <Button component="a" variant="default" href={`/api/accounts/${account.id}/ledger.csv`} download>
          Export as CSV
        </Button>
      </PageHead>
      <Loaded query={overview}>{(data) => <Balance data={data} />}</Loaded>
      {ledger.isError && <Failure error={ledger.error} />}
      {ledger.isSuccess && entries.length === 0 ? (
        <Empty title="The ledger is empty">Credits and charges appear here.</Empty>
      ) : (
        <Ledger entries={entries} base={`/a/${account.id}`} />
      )}
      {ledger.hasNextPage && (
        <Button
          variant="default"
          mt="md"
          loading={ledger.isFetchingNextPage}
          onClick={() => void ledger.fetchNextPage()}
        >
          Show older entries
        </Button>
      )}
    </>
  );
}

function Ledger({ entries, base }: { readonly entries: LedgerView['entries']; readonly base: string }): ReactNode {
  return (
    <WideTable minWidth={560} mt="md">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Time</Table.Th>
            <Table.Th>Kind</Table.Th>
            <Table.Th>Call</Table.Th>
            <Table.Th className="number">Credits</Table.Th>
            <Table.Th>Request</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map((entry) => (
            <Table.Tr key={`${entry.operationId} ${entry.kind}`}>
              <Table.Td className="short">
                <Time at={entry.at} />
              </Table.Td>
              <Table.Td>{entry.kind}</Table.Td>
              <Table.Td className="mono">{entry.call}</Table.Td>
              <Table.Td className="number">{credits(entry.amountMicros)}</Table.Td>
              <Table.Td className="mono short">
                {entry.traceId !== '' && (
                  <Anchor component={Link} href={`${base}/requests/${entry.traceId}`} inherit>
                    {shortTraceId(entry.traceId)}
                  </Anchor>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </WideTable>
  );
}

function Balance({ data }: { readonly data: OverviewView }): ReactNode {
  const spent = data.usage.reduce((sum, row) => sum + BigInt(row.debitedMicros), 0n);
  const isLow = spent > 0n && BigInt(data.balanceMicros) * BigInt(rangeDays) < spent * BigInt(lowBalanceDays);
  return (
    <>
      {isLow && (
        <Alert color="orange" title="The balance is low" mb="md">
          At the rate of the last {rangeDays} days it lasts less than {lowBalanceDays} days.
        </Alert>
      )}
      <Text>
        <Text span fw={600}>
          {credits(data.balanceMicros)}
        </Text>{' '}
        credits, {credits(data.heldMicros)} of them held for calls in flight.
      </Text>
    </>
  );
}
