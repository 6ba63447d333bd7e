import { Stack, Switch, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { WordsView } from '../../src/api/routes/words-get/route.ts';
import { call } from '../api.ts';
import { useAccountQuery } from '../queries.ts';
import type { AccountPageProps } from './account-page-props.ts';
import { Failure, Loaded } from './states.tsx';

/** Lets the owner of an account choose whether Assay stores the words of its questions. */
export function WordsSetting({ account }: Pick<AccountPageProps, 'account'>): ReactNode {
  const words = useAccountQuery<WordsView>(account.id, '/words');
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (keepsWords: boolean) => call('POST', `/api/accounts/${account.id}/words`, { keepsWords }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['account', account.id] }),
  });
  return (
    <Stack gap="xs">
      <Loaded query={words}>
        {({ keepsWords }) => (
          <Switch
            label="Store the words of questions"
            checked={keepsWords}
            disabled={account.role !== 'owner' || change.isPending}
            onChange={(event) => change.mutate(event.currentTarget.checked)}
          />
        )}
      </Loaded>
      <Text size="sm" className="muted">
        A decision then shows the question that was asked. Without it, Assay stores no new words and shows none that it
        stored before; those are deleted with their requests. Only an owner can change this.
      </Text>
      {change.error !== null && <Failure error={change.error} />}
    </Stack>
  );
}
