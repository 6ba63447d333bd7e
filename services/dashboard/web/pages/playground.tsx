import { Button, Card, Group, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import type { CatalogType } from '../../src/api/routes/catalog/route.ts';
import type { PlaygroundView } from '../../src/playground/call.ts';
import type { AccountPageProps } from '../parts/account-page-props.ts';
import { call } from '../api.ts';
import { useOperationIds } from '../operation-ids.ts';
import { PageHead } from '../parts/page-head.tsx';
import { PlaygroundAnswer } from '../parts/playground-answer.tsx';
import { AskForm, GateForm, TypeForm, type CallForm } from '../parts/playground-forms.tsx';
import { RateLimit, waitSecondsOf } from '../parts/rate-limit.tsx';
import { SnippetTabs } from '../parts/snippet-tabs.tsx';
import { Failure, Loaded } from '../parts/states.tsx';
import { useCatalog, useDeployment } from '../queries.ts';
import { snippetsOf, type ExampleCall } from '../snippets.ts';
import { useNow } from '../use-now.ts';
import { useUrlValue } from '../url-value.ts';

const modes = [
  { value: 'ask', label: 'In words' },
  { value: 'type', label: 'By type' },
  { value: 'gate', label: 'Gate a trade' },
] as const;
const forms: Readonly<Record<string, CallForm>> = { ask: AskForm, type: TypeForm, gate: GateForm };

/** A form for each kind of call, which runs with the account's playground key. It opens on a question in words. */
export default function Playground(props: AccountPageProps): ReactNode {
  const catalog = useCatalog();
  return (
    <>
      <PageHead title="Playground" />
      <Text className="muted" mb="md">
        Calls cost as much as from a program. They use a key named “playground”, which the list of keys shows.
      </Text>
      <Loaded query={catalog}>{({ types }) => <Calls {...props} types={types} />}</Loaded>
    </>
  );
}

function Calls({ account, types }: AccountPageProps & { readonly types: readonly CatalogType[] }): ReactNode {
  const [mode, setMode] = useUrlValue(
    'mode',
    'ask',
    modes.map(({ value }) => value),
  );
  const [apiCall, setApiCall] = useState<ExampleCall | undefined>();
  const deployment = useDeployment();
  const operations = useOperationIds();
  const run = useMutation({
    mutationFn: async ({ tool, body }: ExampleCall) => {
      const question = { path: `/v1/${tool}`, body };
      const operationId = operations.idFor(question);
      const path = `/api/accounts/${account.id}/playground`;
      const answer = await call<PlaygroundView>('POST', path, { ...question, operationId });
      return { answer, atMs: Date.now() };
    },
    onSuccess: operations.onAnswered,
  });
  const waitSeconds = waitSecondsOf(run.data, useNow(run.data !== undefined));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (apiCall !== undefined) {
      run.mutate(apiCall);
    }
  };
  const Form = forms[mode] ?? AskForm;
  return (
    <>
      <SegmentedControl
        aria-label="Kind of call"
        mb="md"
        value={mode}
        onChange={(next) => {
          setMode(next);
          run.reset();
        }}
        data={[...modes]}
      />
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <form onSubmit={submit}>
          <Stack gap="sm">
            <Form types={types} onCall={setApiCall} />
            <Group>
              <Button type="submit" loading={run.isPending} disabled={waitSeconds > 0}>
                {waitSeconds > 0 ? `Run again in ${waitSeconds} s` : 'Run'}
              </Button>
              <RateLimit last={run.data} />
            </Group>
            <Failure error={run.error} />
          </Stack>
        </form>
        <Stack gap="md">
          {run.data === undefined ? (
            <Card withBorder className="muted">
              Run the example: the answer appears here, with its level and the reason for it.
            </Card>
          ) : (
            <PlaygroundAnswer answer={run.data.answer} types={types} base={`/a/${account.id}`} />
          )}
          {apiCall !== undefined && (
            <Card withBorder component="section" aria-label="The same call from a program">
              <SnippetTabs snippets={snippetsOf(deployment.data?.apiUrl ?? '', apiCall)} />
            </Card>
          )}
        </Stack>
      </SimpleGrid>
    </>
  );
}
