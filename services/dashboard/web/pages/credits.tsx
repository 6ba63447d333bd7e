import { Alert, Anchor, Button, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { LedgerView } from '../../src/api/routes/ledger/route.ts';
import type { OverviewView } from '../../src/api/routes/overview/route.ts';
import type { AccountPageProps } from '../parts/account-page-props.ts';
import { call, queryOf } from '../api.ts';
import { credits, shortTraceId } from '../format.ts';
import { isLowBalance, lowBalanceDays } from '../low-balance.ts';
import { Time } from '../parts/labels.tsx';
import { NoCredits } from '../parts/no-credits.tsx';
import { Empty, Failure, Loaded } from '../parts/states.tsx';
import { usePagedRows } from '../paged-rows.ts';
import { useAccountQuery } from '../queries.ts';
import { VirtualRows } from '../parts/virtual-rows.tsx';
import { PageHead } from '../parts/page-head.tsx';

const rangeDays = 7;
/** Names of the kinds of ledger entries for customers. */
const kindTexts: Readonly<Record<string, string>> = { capture: 'charge' };

/** The balance and the ledger of an account, newest entry first. */
export default function Credits({ account }: AccountPageProps): ReactNode {
  const overview = useAccountQuery<OverviewView>(account.id, `/overview?days=${rangeDays}`);
  const list = usePagedRows(['account', account.id, 'ledger'], async (cursor) => {
    const path = `/api/accounts/${account.id}/ledger${queryOf({ cursor })}`;
    const { entries, nextCursor } = await call<LedgerView>('GET', path);
    return { rows: entries, nextCursor };
  });
  return (
    <>
      <PageHead title="Credits">
        <Button component="a" variant="default" href={`/api/accounts/${account.id}/ledger.csv`} download>
          Export as CSV
        </Button>
      </PageHead>
      <Loaded query={overview}>{(data) => <Balance data={data} accountId={account.id} />}</Loaded>
      {!list.isLoaded && <Failure error={list.error} />}
      {list.isLoaded && list.rows.length === 0 ? (
        <Empty title="The ledger is empty">
          Run a call in the <Link href={`/a/${account.id}/playground`}>playground</Link>: its charge appears here.
        </Empty>
      ) : (
        <VirtualRows
          label="Ledger"
          minWidth={560}
          list={list}
          rows={list.rows}
          keyOf={({ operationId, kind }) => `${operationId} ${kind}`}
          head={<Head />}
          row={(entry) => <Entry entry={entry} base={`/a/${account.id}`} />}
        />
      )}
    </>
  );
}

function Head(): ReactNode {
  return (
    <Table.Tr>
      <Table.Th>Time</Table.Th>
      <Table.Th>Kind</Table.Th>
      <Table.Th className="number">Credits</Table.Th>
      <Table.Th>Call</Table.Th>
      <Table.Th>Request</Table.Th>
    </Table.Tr>
  );
}

function Entry({ entry, base }: { readonly entry: LedgerView['entries'][number]; readonly base: string }): ReactNode {
  return (
    <>
      <Table.Td className="short" data-label="Time">
        <Time at={entry.at} />
      </Table.Td>
      <Table.Td data-main="">{kindTexts[entry.kind] ?? entry.kind}</Table.Td>
      <Table.Td className="number" data-label="Credits">
        {credits(entry.amountMicros)}
      </Table.Td>
      <Table.Td className="mono short" data-label="Call">
        {entry.call}
      </Table.Td>
      <Table.Td className="mono short" data-label="Request">
        {entry.traceId !== '' && (
          <Anchor component={Link} href={`${base}/requests/${entry.traceId}`} inherit>
            {shortTraceId(entry.traceId)}
          </Anchor>
        )}
      </Table.Td>
    </>
  );
}

function Balance({ data, accountId }: { readonly data: OverviewView; readonly accountId: string }): ReactNode {
  const spent = data.usage.reduce((sum, row) => sum + BigInt(row.debitedMicros), 0n);
  const isLow = isLowBalance(BigInt(data.balanceMicros), spent, rangeDays);
  return (
    <>
      <NoCredits balanceMicros={data.balanceMicros} accountId={accountId} />
      {isLow && data.balanceMicros !== '0' && (
        <Alert color="orange" title="The balance is low" mb="md">
          At the rate of the last {rangeDays} days it lasts less than {lowBalanceDays} days.
        </Alert>
      )}
      <Text mb="md">
        <Text span fw={600}>
          {credits(data.balanceMicros)}
        </Text>{' '}
        credits{data.heldMicros === '0' ? '.' : `, ${credits(data.heldMicros)} of them held for calls in flight.`}
      </Text>
    </>
  );
}
