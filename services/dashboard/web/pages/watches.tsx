import { Alert, Anchor, Button, Code, Group, Modal, Table } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import type { CreatedWatchView } from '../../src/api/routes/watch-create/route.ts';
import type { WatchesView } from '../../src/api/routes/watch-list/route.ts';
import type { AccountPageProps } from '../parts/account-page-props.ts';
import { conditionSentence } from '../condition-sentence.ts';
import { Copy, Outcome, Time } from '../parts/labels.tsx';
import { Empty, Loaded } from '../parts/states.tsx';
import { useAccountQuery, useCatalog } from '../queries.ts';
import { WatchForm } from '../parts/watch-form.tsx';
import { VirtualRows } from '../parts/virtual-rows.tsx';
import { PageHead } from '../parts/page-head.tsx';

/** The watches of an account. The secret of a new watch is shown once. */
export default function Watches({ account }: AccountPageProps): ReactNode {
  const watches = useAccountQuery<WatchesView>(account.id, '/watches');
  const catalog = useCatalog();
  const [isCreating, setIsCreating] = useState(false);
  const [created, setCreated] = useState<CreatedWatchView | undefined>();
  const types = catalog.data?.types.filter(({ watchedParam }) => watchedParam !== null) ?? [];
  return (
    <>
      <PageHead title="Watches">
        <Button onClick={() => setIsCreating(true)} disabled={types.length === 0}>
          Create a watch
        </Button>
      </PageHead>
      <Loaded query={watches}>
        {({ watches: rows }) =>
          rows.length === 0 ? (
            <Empty title="There is no watch yet">
              A watch calls your webhook with a verified, signed answer when an address changes. Create one here, and
              check your webhook with a test notification.
            </Empty>
          ) : (
            <WatchTable rows={rows} base={`/a/${account.id}/watches`} />
          )
        }
      </Loaded>
      <Modal opened={isCreating} onClose={() => setIsCreating(false)} title="Create a watch">
        <WatchForm
          accountId={account.id}
          types={types}
          onCreated={(watch) => {
            setIsCreating(false);
            setCreated(watch);
          }}
        />
      </Modal>
      <Modal
        opened={created !== undefined}
        onClose={() => setCreated(undefined)}
        title="The secret of this watch"
        closeOnClickOutside={false}
      >
        <Alert color="yellow" mb="sm">
          Copy it now. Your receiver verifies notifications with it, and it cannot be shown again.
        </Alert>
        <Group wrap="nowrap">
          <Code className="mono">{created?.webhookSecret}</Code>
          <Copy text={created?.webhookSecret ?? ''} label="Copy the secret" />
        </Group>
        <Button mt="md" onClick={() => setCreated(undefined)}>
          I have stored it
        </Button>
      </Modal>
    </>
  );
}

function WatchTable({ rows, base }: { readonly rows: WatchesView['watches']; readonly base: string }): ReactNode {
  return (
    <VirtualRows
      label="Watches"
      minWidth={960}
      rows={rows}
      keyOf={({ id }) => id}
      head={
        <Table.Tr>
          <Table.Th>Type</Table.Th>
          <Table.Th>Address</Table.Th>
          <Table.Th>Notifies</Table.Th>
          <Table.Th>Webhook</Table.Th>
          <Table.Th className="short">Last change</Table.Th>
          <Table.Th className="short">Last attempt</Table.Th>
        </Table.Tr>
      }
      row={(watch) => (
        <>
          <Table.Td className="mono short" data-main="">
            {watch.type}
          </Table.Td>
          <Table.Td className="mono" data-label="Address">
            <Anchor component={Link} href={`${base}/${watch.id}`} inherit>
              {watch.watchedAddress}
            </Anchor>
          </Table.Td>
          <Table.Td data-label="Notifies">{conditionSentence(watch.condition)}</Table.Td>
          <Table.Td className="mono" data-label="Webhook">
            {watch.webhookUrl}
          </Table.Td>
          <Table.Td className="short" data-label="Last change">
            {watch.lastTriggeredAt === null ? 'never' : <Time at={watch.lastTriggeredAt} relative />}
          </Table.Td>
          <Table.Td data-label="Last attempt">
            {watch.lastAttempt === null ? 'none' : <Outcome value={watch.lastAttempt.outcome} />}
          </Table.Td>
        </>
      )}
    />
  );
}
