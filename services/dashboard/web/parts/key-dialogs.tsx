import { Button, Group, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import type { KeyView } from '../../src/api/key-view.ts';
import type { CreatedKeyView } from '../../src/api/routes/key-create/route.ts';
import type { RotatedKeyView } from '../../src/api/routes/key-rotate/route.ts';
import { call } from '../api.ts';
import type { NewKey } from './new-key-dialog.tsx';
import { Failure } from './states.tsx';
import { Submit } from './submit.tsx';
import { useOperationIds } from '../operation-ids.ts';

type DialogProps = {
  readonly accountId: string;
  readonly onClose: () => void;
  /** Receives a new key, which the page shows once. */
  readonly onKey: (created: NewKey) => void;
};

/** Asks for the name of a new key, and creates it. */
export function CreateDialog({
  accountId,
  isOpen,
  onClose,
  onKey,
}: DialogProps & { readonly isOpen: boolean }): ReactNode {
  const [name, setName] = useState('');
  const operations = useOperationIds();
  const client = useQueryClient();
  const create = useMutation({
    mutationFn: () =>
      call<CreatedKeyView>('POST', `/api/accounts/${accountId}/keys`, { name, operationId: operations.idFor(name) }),
    onSuccess: async ({ key, record }) => {
      operations.onAnswered();
      setName('');
      onKey({ key, id: record.id });
      await client.invalidateQueries({ queryKey: ['account', accountId] });
    },
    // Time for which the cache stores the result. It is 0, because the new key must not stay in memory.
    gcTime: 0,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <Modal opened={isOpen} onClose={onClose} title="Create a key">
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label="Name"
            description="Where the key is used, such as “trading bot, production”"
            required
            maxLength={100}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Submit action={create}>Create</Submit>
        </Stack>
      </form>
    </Modal>
  );
}

const overlaps = [
  { value: '3600', label: 'one hour' },
  { value: '86400', label: 'one day' },
  { value: '604800', label: 'seven days' },
  { value: '2592000', label: '30 days' },
];

/** Asks for how long a key should still work, and replaces the key by a new one. */
export function RotateDialog({
  accountId,
  rotating,
  onClose,
  onKey,
}: DialogProps & { readonly rotating: KeyView | undefined }): ReactNode {
  const [overlap, setOverlap] = useState('86400');
  const operations = useOperationIds();
  const client = useQueryClient();
  const rotate = useMutation({
    mutationFn: ({ id }: KeyView) =>
      call<RotatedKeyView>('POST', `/api/accounts/${accountId}/keys/${id}/rotate`, {
        overlapSeconds: Number(overlap),
        operationId: operations.idFor([id, overlap]),
      }),
    onSuccess: async ({ key, record }) => {
      operations.onAnswered();
      onKey({ key, id: record.id });
      await client.invalidateQueries({ queryKey: ['account', accountId] });
    },
    gcTime: 0,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (rotating !== undefined) {
      rotate.mutate(rotating);
    }
  };
  return (
    <Modal opened={rotating !== undefined} onClose={onClose} title={`Rotate “${rotating?.name ?? ''}”`}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Text size="sm">A new key takes its place. Until the old key ends, both work.</Text>
          <NativeSelect
            label="The old key works for"
            data-autofocus
            value={overlap}
            onChange={(event) => setOverlap(event.currentTarget.value)}
            data={overlaps}
          />
          <Submit action={rotate}>Rotate</Submit>
        </Stack>
      </form>
    </Modal>
  );
}

/** Asks for a confirmation, and revokes a key. */
export function RevokeDialog({
  accountId,
  revoking,
  onClose,
}: Omit<DialogProps, 'onKey'> & { readonly revoking: KeyView | undefined }): ReactNode {
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
