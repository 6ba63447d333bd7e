import { Alert, Badge, Button, Code, Group, Modal, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import type { KeyView } from '../../src/api/key-view.ts';
import type { CreatedKeyView } from '../../src/api/routes/key-create/route.ts';
import type { KeysView } from '../../src/api/routes/key-list/route.ts';
import type { AccountPageProps } from '../app.tsx';
import { call } from '../api.ts';
import { Copy, Time } from '../parts/labels.tsx';
import { Empty, Failure, Loaded } from '../parts/states.tsx';
import { useAccountQuery } from '../queries.ts';
import { WideTable } from '../parts/wide-table.tsx';

/** The keys of an account. A new key is shown once and leaves the page with its dialog. */
export default function Keys({ account }: AccountPageProps): ReactNode {
  const keys = useAccountQuery<KeysView>(account.id, '/keys');
  const [name, setName] = useState<string | undefined>();
  const [created, setCreated] = useState<CreatedKeyView | undefined>();
  const [revoking, setRevoking] = useState<KeyView | undefined>();
  const client = useQueryClient();
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: ['account', account.id] });
  const create = useMutation({
    mutationFn: (keyName: string) =>
      call<CreatedKeyView>('POST', `/api/accounts/${account.id}/keys`, { name: keyName }),
    onSuccess: async (result) => {
      setName(undefined);
      setCreated(result);
      await refresh();
    },
    // The key must not stay in the cache of mutations.
    gcTime: 0,
  });
  const close = (): void => {
    setCreated(undefined);
    create.reset();
  };
  const isOwner = account.role === 'owner';
  return (
    <>
      <Group justify="space-between" mb="md">
        <Title order={1} size="h2">
          Keys
        </Title>
        {isOwner && <Button onClick={() => setName('')}>Create a key</Button>}
      </Group>
      <Loaded query={keys}>
        {({ keys: rows }) =>
          rows.length === 0 ? (
            <Empty title="There is no key yet">Create one. Programs send it with every request.</Empty>
          ) : (
            <KeyTable
              rows={rows}
              isOwner={isOwner}
              onRotate={({ name: old }) => create.mutate(old)}
              onRevoke={setRevoking}
            />
          )
        }
      </Loaded>
      <Failure error={name === undefined ? create.error : null} />
      <Modal opened={name !== undefined} onClose={() => setName(undefined)} title="Create a key">
        <NameForm
          name={name ?? ''}
          onChange={setName}
          onSubmit={() => create.mutate(name ?? '')}
          isPending={create.isPending}
          error={create.error}
        />
      </Modal>
      <NewKey created={created} onClose={close} />
      <RevokeDialog accountId={account.id} revoking={revoking} onClose={() => setRevoking(undefined)} />
    </>
  );
}

function NameForm(props: {
  readonly name: string;
  readonly onChange: (name: string) => void;
  readonly onSubmit: () => void;
  readonly isPending: boolean;
  readonly error: Error | null;
}): ReactNode {
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    props.onSubmit();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label="Name"
          description="Where the key is used, such as “trading bot, production”"
          required
          maxLength={100}
          data-autofocus
          value={props.name}
          onChange={(event) => props.onChange(event.currentTarget.value)}
        />
        <Button type="submit" loading={props.isPending}>
          Create
        </Button>
        <Failure error={props.error} />
      </Stack>
    </form>
  );
}

function RevokeDialog({
  accountId,
  revoking,
  onClose,
}: {
  readonly accountId: string;
  readonly revoking: KeyView | undefined;
  readonly onClose: () => void;
}): ReactNode {
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: ({ id }: KeyView) => call('DELETE', `/api/accounts/${accountId}/keys/${id}`),
    onSuccess: async () => {
      onClose();
      await client.invalidateQueries({ queryKey: ['account', accountId] });
    },
  });
  return (
    <Modal opened={revoking !== undefined} onClose={onClose} title="Revoke this key?">
      <Text>
        Programs that use “{revoking?.name ?? ''}” ({revoking?.prefix}…) get 401 from now on. This cannot be undone.
      </Text>
      <Group mt="md">
        <Button
          color="red"
          loading={revoke.isPending}
          onClick={() => {
            if (revoking !== undefined) {
              revoke.mutate(revoking);
            }
          }}
        >
          Revoke
        </Button>
        <Button variant="default" onClick={onClose}>
          Keep it
        </Button>
      </Group>
      <Failure error={revoke.error} />
    </Modal>
  );
}

function NewKey({
  created,
  onClose,
}: {
  readonly created: CreatedKeyView | undefined;
  readonly onClose: () => void;
}): ReactNode {
  return (
    <Modal opened={created !== undefined} onClose={onClose} title="Your new key" closeOnClickOutside={false}>
      <Alert color="yellow" mb="sm">
        Copy it now. It is shown once and cannot be shown again.
      </Alert>
      <Group wrap="nowrap">
        <Code className="mono" data-testid="new-key">
          {created?.key}
        </Code>
        <Copy text={created?.key ?? ''} label="Copy the key" />
      </Group>
      <Button mt="md" onClick={onClose}>
        I have stored it
      </Button>
    </Modal>
  );
}

function KeyTable({
  rows,
  isOwner,
  onRotate,
  onRevoke,
}: {
  readonly rows: readonly KeyView[];
  readonly isOwner: boolean;
  readonly onRotate: (key: KeyView) => void;
  readonly onRevoke: (key: KeyView) => void;
}): ReactNode {
  return (
    <WideTable minWidth={640}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Begins with</Table.Th>
            <Table.Th>Created</Table.Th>
            <Table.Th>Last used</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th>{isOwner ? 'Actions' : ''}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((key) => (
            <Table.Tr key={key.id}>
              <Table.Td>{key.name || <span className="muted">without a name</span>}</Table.Td>
              <Table.Td className="mono">{key.prefix}…</Table.Td>
              <Table.Td>
                <Time at={key.createdAt} />
              </Table.Td>
              <Table.Td>{key.lastUsedAt === null ? 'never' : <Time at={key.lastUsedAt} relative />}</Table.Td>
              <Table.Td>
                <Badge variant="dot" color={key.revokedAt === null ? 'green' : 'gray'} tt="none">
                  {key.revokedAt === null ? 'active' : 'revoked'}
                </Badge>
              </Table.Td>
              <Table.Td>
                {isOwner && key.revokedAt === null && (
                  <Group gap="xs" wrap="nowrap">
                    <Button
                      size="compact-sm"
                      variant="default"
                      onClick={() => onRotate(key)}
                      disabled={key.name === ''}
                    >
                      Rotate
                    </Button>
                    <Button size="compact-sm" variant="default" onClick={() => onRevoke(key)}>
                      Revoke
                    </Button>
                  </Group>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="sm" className="muted" mt="sm">
        Rotate creates a second key with the same name. Both work until you revoke the old one.
      </Text>
    </WideTable>
  );
}
