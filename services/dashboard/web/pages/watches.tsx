import {
  Alert,
  Anchor,
  Button,
  Code,
  Group,
  Modal,
  NativeSelect,
  NumberInput,
  Stack,
  Table,
  TextInput,
  Title,
} from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ChangeEvent, type FormEvent, type ReactNode } from 'react';
import { Link } from 'wouter';
import type { CatalogType } from '../../src/api/routes/catalog/route.ts';
import type { CreatedWatchView } from '../../src/api/routes/watch-create/route.ts';
import type { WatchesView } from '../../src/api/routes/watch-list/route.ts';
import type { AccountPageProps } from '../app.tsx';
import { call } from '../api.ts';
import { Copy, Outcome, Time } from '../parts/labels.tsx';
import { ParameterInputs, type ParameterTexts } from '../parts/parameter-inputs.tsx';
import { Empty, Failure, Loaded } from '../parts/states.tsx';
import { useAccountQuery, useCatalog } from '../queries.ts';
import { WideTable } from '../parts/wide-table.tsx';

const defaultIntervalSeconds = 30;
const maxIntervalSeconds = 86_400;

/** The watches of an account. The secret of a new watch is shown once. */
export default function Watches({ account }: AccountPageProps): ReactNode {
  const watches = useAccountQuery<WatchesView>(account.id, '/watches');
  const catalog = useCatalog();
  const [isCreating, setIsCreating] = useState(false);
  const [created, setCreated] = useState<CreatedWatchView | undefined>();
  const types = catalog.data?.types.filter(({ watchedParam }) => watchedParam !== null) ?? [];
  return (
    <>
      <Group justify="space-between" mb="md">
        <Title order={1} size="h2">
          Watches
        </Title>
        <Button onClick={() => setIsCreating(true)} disabled={types.length === 0}>
          Create a watch
        </Button>
      </Group>
      <Loaded query={watches}>
        {({ watches: rows }) =>
          rows.length === 0 ? (
            <Empty title="There is no watch yet">
              A watch calls your webhook with a verified, signed answer when an address changes.
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
    <WideTable minWidth={720}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Type</Table.Th>
            <Table.Th>Address</Table.Th>
            <Table.Th>Condition</Table.Th>
            <Table.Th>Webhook</Table.Th>
            <Table.Th>Last change</Table.Th>
            <Table.Th>Last attempt</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((watch) => (
            <Table.Tr key={watch.id}>
              <Table.Td className="mono">{watch.type}</Table.Td>
              <Table.Td className="mono">
                <Anchor component={Link} href={`${base}/${watch.id}`} inherit>
                  {watch.watchedAddress}
                </Anchor>
              </Table.Td>
              <Table.Td className="mono">{watch.condition || 'every change'}</Table.Td>
              <Table.Td className="mono">{watch.webhookUrl}</Table.Td>
              <Table.Td>
                {watch.lastTriggeredAt === null ? 'never' : <Time at={watch.lastTriggeredAt} relative />}
              </Table.Td>
              <Table.Td>{watch.lastAttempt === null ? 'none' : <Outcome value={watch.lastAttempt.outcome} />}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </WideTable>
  );
}

function WatchForm({
  accountId,
  types,
  onCreated,
}: {
  readonly accountId: string;
  readonly types: readonly CatalogType[];
  readonly onCreated: (watch: CreatedWatchView) => void;
}): ReactNode {
  const [typeId, setTypeId] = useState(types[0]?.id ?? '');
  const [params, setParams] = useState<ParameterTexts>({});
  const [field, setField] = useState('');
  const [webhookUrl, setWebhookUrl] = useState('');
  const [interval, setInterval] = useState<number | string>(defaultIntervalSeconds);
  const client = useQueryClient();
  const type = types.find(({ id }) => id === typeId);
  const create = useMutation({
    mutationFn: () =>
      call<CreatedWatchView>('POST', `/api/accounts/${accountId}/watches`, {
        type: typeId,
        params: Object.fromEntries(Object.entries(params).filter(([, value]) => value !== '')),
        ...(field === '' ? {} : { condition: { field, changes: true } }),
        webhookUrl,
        minIntervalSeconds: Number(interval),
      }),
    onSuccess: async (watch) => {
      await client.invalidateQueries({ queryKey: ['account', accountId] });
      onCreated(watch);
    },
    gcTime: 0,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    create.mutate();
  };
  const chooseType = ({ currentTarget }: ChangeEvent<HTMLSelectElement>): void => {
    setTypeId(currentTarget.value);
    setParams({});
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <NativeSelect label="Data type" value={typeId} onChange={chooseType} data={types.map(({ id }) => id)} />
        {type !== undefined && (
          <ParameterInputs type={type} names={type.required} values={params} onChange={setParams} />
        )}
        <TextInput
          label="Only when this field changes"
          description="A field of the type's data; empty for every change of the address"
          value={field}
          onChange={(event) => setField(event.currentTarget.value)}
        />
        <WebhookUrl value={webhookUrl} onChange={setWebhookUrl} />
        <QuietTime value={interval} onChange={setInterval} />
        <Button type="submit" loading={create.isPending}>
          Create
        </Button>
        <Failure error={create.error} />
      </Stack>
    </form>
  );
}

function QuietTime({
  value,
  onChange,
}: {
  readonly value: number | string;
  readonly onChange: (value: number | string) => void;
}): ReactNode {
  return (
    <NumberInput
      label="Quiet time in seconds"
      description="Changes this soon after a received notification are dropped"
      min={0}
      max={maxIntervalSeconds}
      value={value}
      onChange={onChange}
    />
  );
}

function WebhookUrl(props: { readonly value: string; readonly onChange: (value: string) => void }): ReactNode {
  return (
    <TextInput
      label="Webhook URL"
      type="url"
      required
      placeholder="https://hooks.example.com/assay"
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}
