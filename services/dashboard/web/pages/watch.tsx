import { Alert, Anchor, Button, Card, Group, Modal, Table, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import type { DeliveriesView } from '../../src/api/routes/delivery-list/route.ts';
import type { WatchesView } from '../../src/api/routes/watch-list/route.ts';
import type { WatchTestView } from '../../src/api/routes/watch-test/route.ts';
import type { WatchView } from '../../src/api/watch-view.ts';
import type { AccountPageProps } from '../parts/account-page-props.ts';
import { call, queryOf } from '../api.ts';
import { noDelivery } from '../no-delivery.ts';
import { conditionSentence, minLevelSentence } from '../condition-sentence.ts';
import { Facts } from '../parts/facts.tsx';
import { Outcome, Time } from '../parts/labels.tsx';
import { Empty, Failure, Loaded } from '../parts/states.tsx';
import { usePagedRows } from '../paged-rows.ts';
import { useAccountQuery } from '../queries.ts';
import { VirtualRows } from '../parts/virtual-rows.tsx';
import { shortTraceId } from '../format.ts';
import { PageHead } from '../parts/page-head.tsx';

type WatchPageProps = AccountPageProps & { readonly watchId: string };

/** One watch with its last deliveries. */
export default function Watch({ account, watchId, ...rest }: WatchPageProps): ReactNode {
  const watches = useAccountQuery<WatchesView>(account.id, '/watches');
  return (
    <>
      <Anchor component={Link} href={`/a/${account.id}/watches`} size="sm">
        All watches
      </Anchor>
      <Loaded query={watches}>
        {({ watches: rows }) => {
          const watch = rows.find(({ id }) => id === watchId);
          return watch === undefined ? (
            <Empty title="This watch does not exist">It may have been deleted. The list above has every watch.</Empty>
          ) : (
            <FoundWatch watch={watch} account={account} watchId={watchId} {...rest} />
          );
        }}
      </Loaded>
    </>
  );
}

function FoundWatch({ watch, account, watchId }: WatchPageProps & { readonly watch: WatchView }): ReactNode {
  const list = usePagedRows(['account', account.id, 'deliveries', watchId], async (cursor) => {
    const path = `/api/accounts/${account.id}/watches/${watchId}/deliveries${queryOf({ cursor })}`;
    const { deliveries: rows, nextCursor } = await call<DeliveriesView>('GET', path);
    return { rows, nextCursor };
  });
  const none = noDelivery(watch);
  const [isDeleting, setIsDeleting] = useState(false);
  const test = useMutation({
    mutationFn: () => call<WatchTestView>('POST', `/api/accounts/${account.id}/watches/${watchId}/test`, {}),
  });
  return (
    <>
      <PageHead title={`Watch of ${watch.type}`}>
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          Send a test notification
        </Button>
        <Button variant="default" onClick={() => setIsDeleting(true)}>
          Delete
        </Button>
      </PageHead>
      <TestResult result={test.data} error={test.error} />
      <HeldBack watch={watch} />
      <Card withBorder>
        <WatchFacts watch={watch} />
      </Card>
      <Title order={2} size="h4" mt="lg" mb="xs">
        Last deliveries
      </Title>
      {!list.isLoaded && <Failure error={list.error} />}
      {list.isLoaded && list.rows.length === 0 ? (
        <Empty title={none.title}>{none.explanation}</Empty>
      ) : (
        <VirtualRows
          label="Deliveries"
          minWidth={900}
          list={list}
          rows={list.rows}
          keyOf={({ traceId, takenAt }) => `${traceId} ${takenAt}`}
          head={<Head />}
          row={(row) => <Delivery row={row} accountId={account.id} />}
        />
      )}
      <DeleteDialog accountId={account.id} watchId={watchId} isOpen={isDeleting} onClose={() => setIsDeleting(false)} />
    </>
  );
}

function WatchFacts({ watch }: { readonly watch: WatchView }): ReactNode {
  const params = JSON.parse(watch.params) as Readonly<Record<string, unknown>>;
  const others = Object.entries(params).filter(([, value]) => value !== watch.watchedAddress);
  const mono = (text: string): ReactNode => <span className="mono">{text}</span>;
  return (
    <Facts
      rows={[
        ['Address', mono(watch.watchedAddress)],
        ...others.map(([name, value]) => [name, mono(String(value))] as const),
        ['Notifies', conditionSentence(watch.condition)],
        ['At least', minLevelSentence(watch.minLevel)],
        ['Webhook', mono(watch.webhookUrl)],
        [
          'Quiet time',
          watch.minIntervalSeconds === 0 ? 'none' : `${watch.minIntervalSeconds} s after a received notification`,
        ],
        ['Created', <Time key="created" at={watch.createdAt} />],
        [
          'Last change',
          watch.lastTriggeredAt === null ? 'none yet' : <Time key="change" at={watch.lastTriggeredAt} relative />,
        ],
        ['Watch id', mono(watch.id)],
      ]}
    />
  );
}

/** Says why the last change could not be evaluated or was held back. Shows nothing in any other case. */
function HeldBack({ watch: { notEvaluated, lastTriggeredAt } }: { readonly watch: WatchView }): ReactNode {
  const title =
    lastTriggeredAt === null ? 'The condition cannot be evaluated now' : 'Nothing was sent for the last change';
  return notEvaluated === null ? null : (
    <Alert role="status" mb="sm" color="orange" title={title}>
      {notEvaluated.reason} (<Time at={notEvaluated.at} relative />)
    </Alert>
  );
}

function TestResult({
  result,
  error,
}: {
  readonly result: WatchTestView | undefined;
  readonly error: Error | null;
}): ReactNode {
  if (result === undefined) {
    return <Failure error={error} />;
  }
  return (
    <Alert role="status" mb="sm" color={result.received ? 'green' : 'orange'}>
      {result.received
        ? `The webhook received the test and answered ${result.httpStatus ?? ''}.`
        : `The test was not received: ${result.error ?? ''}.`}
    </Alert>
  );
}

function DeleteDialog(props: {
  readonly accountId: string;
  readonly watchId: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}): ReactNode {
  const { accountId, watchId, isOpen, onClose } = props;
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => call('DELETE', `/api/accounts/${accountId}/watches/${watchId}`),
    onSuccess: async () => {
      navigate(`/a/${accountId}/watches`);
      await client.invalidateQueries({ queryKey: ['account', accountId] });
    },
  });
  return (
    <Modal opened={isOpen} onClose={onClose} title="Delete this watch?">
      <Text>The webhook gets no further notification. This cannot be undone.</Text>
      <Group mt="md">
        <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
          Delete
        </Button>
        <Button variant="default" onClick={onClose}>
          Keep it
        </Button>
      </Group>
      <Failure error={remove.error} />
    </Modal>
  );
}

function Head(): ReactNode {
  return (
    <Table.Tr>
      <Table.Th>Change</Table.Th>
      <Table.Th>Outcome</Table.Th>
      <Table.Th className="number">HTTP</Table.Th>
      <Table.Th>Sent</Table.Th>
      <Table.Th>Error</Table.Th>
      <Table.Th>Decision</Table.Th>
    </Table.Tr>
  );
}

function Delivery({
  row,
  accountId,
}: {
  readonly row: DeliveriesView['deliveries'][number];
  readonly accountId: string;
}): ReactNode {
  return (
    <>
      <Table.Td className="short" data-main="">
        <Time at={row.takenAt} />
      </Table.Td>
      <Table.Td data-label="Outcome">
        <Outcome value={row.outcome === '' ? 'in flight' : row.outcome} />
      </Table.Td>
      <Table.Td className="number" data-label="HTTP">
        {row.httpStatus ?? '–'}
      </Table.Td>
      <Table.Td className="short" data-label="Sent">
        {row.sentAt === null ? 'not sent' : <Time at={row.sentAt} />}
      </Table.Td>
      <Table.Td data-label="Error">{row.error ?? ''}</Table.Td>
      <Table.Td className="mono short" data-label="Decision">
        {row.traceId !== '' && (
          <Anchor component={Link} href={`/a/${accountId}/requests/${row.traceId}`} inherit>
            {shortTraceId(row.traceId)}
          </Anchor>
        )}
      </Table.Td>
    </>
  );
}
