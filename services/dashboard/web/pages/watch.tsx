import { Anchor, Button, Code, Group, Modal, Table, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import type { DeliveriesView } from '../../src/api/routes/delivery-list/route.ts';
import type { WatchesView } from '../../src/api/routes/watch-list/route.ts';
import type { AccountPageProps } from '../app.tsx';
import { call } from '../api.ts';
import { Outcome, Time } from '../parts/labels.tsx';
import { Empty, Failure, Loaded } from '../parts/states.tsx';
import { useAccountQuery } from '../queries.ts';
import { WideTable } from '../parts/wide-table.tsx';

/** One watch with its last deliveries. */
export default function Watch({ account, watchId }: AccountPageProps & { readonly watchId: string }): ReactNode {
  const watches = useAccountQuery<WatchesView>(account.id, '/watches');
  const deliveries = useAccountQuery<DeliveriesView>(account.id, `/watches/${watchId}/deliveries`);
  const [isDeleting, setIsDeleting] = useState(false);
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => call('DELETE', `/api/accounts/${account.id}/watches/${watchId}`),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['account', account.id] });
      navigate(`/a/${account.id}/watches`);
    },
  });
  return (
    <>
      <Anchor component={Link} href={`/a/${account.id}/watches`} size="sm">
        All watches
      </Anchor>
      <Group justify="space-between" my="sm">
        <Title order={1} size="h3" className="mono">
          {watchId}
        </Title>
        <Button variant="default" onClick={() => setIsDeleting(true)}>
          Delete
        </Button>
      </Group>
      <Loaded query={watches}>
        {({ watches: rows }) => {
          const watch = rows.find(({ id }) => id === watchId);
          return watch === undefined ? (
            <Empty title="This watch does not exist">It may have been deleted.</Empty>
          ) : (
            <>
              <Text className="mono">
                {watch.type} {watch.params}
              </Text>
              <Text>
                {watch.condition === '' ? 'Notifies every change of ' : 'Notifies a met condition after a change of '}
                <Code>{watch.watchedAddress}</Code> to <Code>{watch.webhookUrl}</Code>, at most every{' '}
                {watch.minIntervalSeconds} s.
              </Text>
              {watch.condition !== '' && <Code block>{watch.condition}</Code>}
            </>
          );
        }}
      </Loaded>
      <Title order={2} size="h4" mt="lg" mb="xs">
        Last deliveries
      </Title>
      <Loaded query={deliveries}>
        {({ deliveries: rows }) =>
          rows.length === 0 ? <NoDelivery /> : <Deliveries rows={rows} accountId={account.id} />
        }
      </Loaded>
      <Modal opened={isDeleting} onClose={() => setIsDeleting(false)} title="Delete this watch?">
        <Text>The webhook gets no further notification. This cannot be undone.</Text>
        <Group mt="md">
          <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
            Delete
          </Button>
          <Button variant="default" onClick={() => setIsDeleting(false)}>
            Keep it
          </Button>
        </Group>
        <Failure error={remove.error} />
      </Modal>
    </>
  );
}

function NoDelivery(): ReactNode {
  return <Empty title="There was no delivery yet">The first one follows the first change of the address.</Empty>;
}

function Deliveries({
  rows,
  accountId,
}: {
  readonly rows: DeliveriesView['deliveries'];
  readonly accountId: string;
}): ReactNode {
  return (
    <WideTable minWidth={640}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Change</Table.Th>
            <Table.Th>Outcome</Table.Th>
            <Table.Th className="number">HTTP</Table.Th>
            <Table.Th>Sent</Table.Th>
            <Table.Th>Error</Table.Th>
            <Table.Th>Decision</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={`${row.traceId} ${row.takenAt}`}>
              <Table.Td>
                <Time at={row.takenAt} />
              </Table.Td>
              <Table.Td>
                <Outcome value={row.outcome === '' ? 'in flight' : row.outcome} />
              </Table.Td>
              <Table.Td className="number">{row.httpStatus ?? '–'}</Table.Td>
              <Table.Td>{row.sentAt === null ? 'not sent' : <Time at={row.sentAt} />}</Table.Td>
              <Table.Td>{row.error ?? ''}</Table.Td>
              <Table.Td className="mono">
                {row.traceId !== '' && (
                  <Anchor component={Link} href={`/a/${accountId}/requests/${row.traceId}`} inherit>
                    {row.traceId.slice(0, 11)}…
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
