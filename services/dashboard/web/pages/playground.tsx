import { Alert, Button, Card, Code, Group, NativeSelect, SimpleGrid, Stack, Tabs, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Link } from 'wouter';
import type { CatalogType } from '../../src/api/routes/catalog/route.ts';
import type { PlaygroundView } from '../../src/playground/call.ts';
import type { AccountPageProps } from '../parts/account-page-props.ts';
import { call } from '../api.ts';
import { prettyJson } from '../format.ts';
import { Copy, Level } from '../parts/labels.tsx';
import { exampleTexts, ParameterInputs, type ParameterTexts } from '../parts/parameter-inputs.tsx';
import { Failure, Loaded } from '../parts/states.tsx';
import { useOperationIds } from '../operation-ids.ts';
import { snippets } from '../snippets.ts';
import { useCatalog, useDeployment } from '../queries.ts';
import { PageHead } from '../parts/page-head.tsx';

/** The catalog, and a form that runs a type with the account's playground key. */
export default function Playground(props: AccountPageProps): ReactNode {
  const catalog = useCatalog();
  return (
    <>
      <PageHead title="Playground" />
      <Text className="muted" mb="md">
        Calls cost as much as from a program. They use a key named “playground”, which the list of keys shows.
      </Text>
      <Loaded query={catalog}>{({ types }) => <Form {...props} types={types} />}</Loaded>
    </>
  );
}

function Form({ account, types }: AccountPageProps & { readonly types: readonly CatalogType[] }): ReactNode {
  const [id, setId] = useState(types[0]?.id ?? '');
  const [values, setValues] = useState<ParameterTexts>({});
  const [minLevel, setMinLevel] = useState('');
  const deployment = useDeployment();
  const operations = useOperationIds();
  const type = types.find((each) => each.id === id);
  const filledIn = Object.entries(values).filter(
    ([name, value]) => value !== '' && parameterNames(type).includes(name),
  );
  const body = { type: id, params: Object.fromEntries(filledIn), ...(minLevel === '' ? {} : { minLevel }) };
  const run = useMutation({
    mutationFn: () => {
      const question = { path: '/v1/get_data', body };
      const operationId = operations.idFor(question);
      return call<PlaygroundView>('POST', `/api/accounts/${account.id}/playground`, { ...question, operationId });
    },
    onSuccess: operations.onAnswered,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    run.mutate();
  };
  const choose = (next: string): void => {
    setId(next);
    setValues({});
    run.reset();
  };
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <NativeSelect
            label="Data type"
            value={id}
            onChange={(event) => choose(event.currentTarget.value)}
            data={types.map((each) => ({
              value: each.id,
              label: each.isServed ? each.id : `${each.id} (not served now)`,
            }))}
          />
          {type !== undefined && <TypeFacts type={type} />}
          {type !== undefined && (
            <ParameterInputs type={type} names={parameterNames(type)} values={values} onChange={setValues} />
          )}
          <MinLevelSelect value={minLevel} onChange={setMinLevel} />
          <Group>
            <Button type="submit" loading={run.isPending}>
              Run
            </Button>
            <Button variant="default" onClick={() => setValues(exampleTexts(type))}>
              Fill in the example
            </Button>
          </Group>
          <Failure error={run.error} />
        </Stack>
      </form>
      <Stack gap="md">
        {run.data !== undefined && <Answer answer={run.data} base={`/a/${account.id}`} />}
        <Snippets url={deployment.data?.apiUrl ?? ''} body={body} />
      </Stack>
    </SimpleGrid>
  );
}

function MinLevelSelect({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
}): ReactNode {
  return (
    <NativeSelect
      label="At least"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: '', label: 'any level' },
        { value: 'consensus', label: 'consensus' },
        { value: 'anchored', label: 'anchored' },
      ]}
    />
  );
}

function parameterNames(type: CatalogType | undefined): readonly string[] {
  return type === undefined ? [] : [...type.required, ...type.optional];
}

function TypeFacts({ type }: { readonly type: CatalogType }): ReactNode {
  return (
    <div>
      <Text size="sm">{type.description}</Text>
      <Text size="sm" className="muted" component="div">
        {type.providers === 1 ? 'One independent group answers' : `${type.providers} independent groups answer`} now.
        The highest level is <Level value={type.maxLevel ?? ''} />
        {type.capReason !== null && <div>Why not higher: {type.capReason}.</div>}
      </Text>
    </div>
  );
}

function Answer({ answer, base }: { readonly answer: PlaygroundView; readonly base: string }): ReactNode {
  const isError = answer.status >= 400;
  return (
    <Card withBorder component="section" aria-label="Answer" aria-live="polite">
      <Group justify="space-between" mb="xs">
        <Text fw={600}>
          HTTP {answer.status} in {answer.durationMs} ms
        </Text>
        {answer.traceId !== null && <Link href={`${base}/requests/${answer.traceId}`}>Why this answer</Link>}
      </Group>
      {isError && (
        <Alert color="orange" mb="xs">
          The request was not answered. Nothing was charged.
        </Alert>
      )}
      <Code block data-testid="answer">
        {prettyJson(answer.body)}
      </Code>
    </Card>
  );
}

function Snippets({ url, body }: { readonly url: string; readonly body: object }): ReactNode {
  return (
    <Card withBorder component="section" aria-label="The same call from a program">
      <Tabs defaultValue="curl">
        <Tabs.List>
          {snippets.map(({ name }) => (
            <Tabs.Tab key={name} value={name}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {snippets.map(({ name, text }) => (
          <Tabs.Panel key={name} value={name} pt="sm">
            <Group align="flex-start" wrap="nowrap">
              <Code block style={{ flex: 1 }}>
                {text(url, body)}
              </Code>
              <Copy text={text(url, body)} label={`Copy as ${name}`} />
            </Group>
          </Tabs.Panel>
        ))}
      </Tabs>
    </Card>
  );
}
