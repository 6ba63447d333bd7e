import { Button, Group, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import type { FoundRequestsView } from '../../src/api/routes/request-find/route.ts';
import { call } from '../api.ts';
import { wantedId, type WantedId } from '../find-id.ts';

/** Opens the request or the watch with an id. The first or last digits of a trace id are enough. */
export function IdSearch({ accountId }: { readonly accountId: string }): ReactNode {
  const [text, setText] = useState('');
  const [error, setError] = useState('');
  const [, navigate] = useLocation();
  const base = `/a/${accountId}`;
  const find = useMutation({
    mutationFn: (wanted: WantedId) => pathOf(wanted, accountId),
    onSuccess: (path) => navigate(`${base}${path}`),
    onError: ({ message }) => setError(message),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const wanted = wantedId(text);
    if (wanted === undefined) {
      setError('Enter a trace id (tr_…), at least four of its first or last digits, or a watch id (w_…).');
    } else {
      find.mutate(wanted);
    }
  };
  return (
    <form onSubmit={submit}>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          label="Find an id"
          placeholder="tr_… or some digits"
          value={text}
          error={error === '' ? undefined : error}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setError('');
          }}
        />
        <Button type="submit" variant="default" loading={find.isPending}>
          Open
        </Button>
      </Group>
    </form>
  );
}

/** Returns the path of a page below the account. Throws when no request, or more than one, has the digits. */
async function pathOf(wanted: WantedId, accountId: string): Promise<string> {
  if (wanted.kind === 'request') {
    return `/requests/${wanted.traceId}`;
  }
  if (wanted.kind === 'watch') {
    return `/watches/${wanted.watchId}`;
  }
  const { digits } = wanted;
  const { traceIds, hasMore } = await call<FoundRequestsView>(
    'GET',
    `/api/accounts/${accountId}/requests/with-digits/${digits}`,
  );
  const [found, ...others] = traceIds;
  if (found === undefined) {
    throw new Error(`No stored request of this account begins or ends with ${digits}.`);
  }
  if (others.length > 0) {
    const count = hasMore ? `More than ${traceIds.length}` : traceIds.length;
    throw new Error(`${count} requests begin or end with ${digits}. Enter more digits.`);
  }
  return `/requests/${found}`;
}
