import { Anchor, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import type { CreatedAccountView } from '../../src/api/routes/account-create/route.ts';
import { call } from '../api.ts';
import { Entry } from '../parts/entry.tsx';
import { Submit } from '../parts/submit.tsx';
import { useOperationIds } from '../operation-ids.ts';
import { usePerson } from '../queries.ts';

/** Creates another account, with separate keys and a separate balance. */
export default function NewAccount(): ReactNode {
  const [name, setName] = useState('');
  const operations = useOperationIds();
  const person = usePerson();
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const create = useMutation({
    mutationFn: () => call<CreatedAccountView>('POST', '/api/accounts', { name, operationId: operations.idFor(name) }),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: ['person'] });
      navigate(`/a/${id}/keys`);
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <Entry title="Create an account">
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Text className="muted" size="sm">
            An account has its own keys, balance and members. Colleagues join it by invitation.
          </Text>
          <TextInput
            label="Name of the account"
            required
            maxLength={80}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Submit action={create}>Create</Submit>
          {(person.data?.accounts.length ?? 0) > 0 && (
            <Anchor component={Link} href="/" size="sm">
              Back to my accounts
            </Anchor>
          )}
        </Stack>
      </form>
    </Entry>
  );
}
