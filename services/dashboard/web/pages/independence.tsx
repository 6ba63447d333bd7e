import { Card, Group, List, NativeSelect, SimpleGrid, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { IndependenceView, PairView } from '../../src/api/routes/independence/route.ts';
import { call } from '../api.ts';
import { Time } from '../parts/labels.tsx';
import { PairGraph, PairMatrix, verdictLook } from '../parts/pair-graph.tsx';
import { Empty, Loaded } from '../parts/states.tsx';

type TypeView = IndependenceView['types'][number];

/** What was measured about the providers of each type: groups, pairs and their evidence. */
export default function Independence(): ReactNode {
  const [chosen, setChosen] = useState('');
  const independence = useQuery({
    queryKey: ['independence'],
    queryFn: () => call<IndependenceView>('GET', '/api/independence'),
    refetchInterval: 15_000,
  });
  return (
    <>
      <Title order={1} size="h2" mb="xs">
        Independence
      </Title>
      <Text className="muted" mb="md">
        Two providers count as two sources only after their answers proved it. A pair that is not known counts as one.
      </Text>
      <Loaded query={independence}>
        {({ types }) => {
          const type = types.find((each) => each.type === chosen) ?? types[0];
          return type === undefined ? (
            <Empty title="Nothing was measured yet">The engine measures while it samples and answers.</Empty>
          ) : (
            <>
              <NativeSelect
                label="Data type"
                value={type.type}
                onChange={(event) => setChosen(event.currentTarget.value)}
                data={types.map((each) => each.type)}
                maw={280}
                mb="md"
              />
              <MeasuredType key={type.type} type={type} />
            </>
          );
        }}
      </Loaded>
    </>
  );
}

function MeasuredType({ type }: { readonly type: TypeView }): ReactNode {
  const [key, setKey] = useState('');
  const [picked, setPicked] = useState<PairView | undefined>();
  const pairs = type.keys.find((each) => each.key === key)?.pairs ?? type.pairs;
  const shown = pairs.find(({ a, b }) => a === picked?.a && b === picked.b);
  const groups = type.clusters.filter((providers) => providers.length > 1);
  return (
    <>
      <Group mb="md" align="flex-end">
        <NativeSelect
          label="Asset"
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
          data={[
            { value: '', label: 'all assets together' },
            ...type.keys.map((each) => ({ value: each.key, label: each.key })),
          ]}
        />
      </Group>
      <Text mb="sm">
        {groups.length === 0
          ? 'No group of providers with one upstream is known.'
          : `Known to have one upstream: ${groups.map((providers) => providers.join(', ')).join('; ')}.`}
        {type.composites.length > 0 && ` Combines several upstreams: ${type.composites.join(', ')}.`}
      </Text>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Card withBorder component="section" aria-label="Groups">
          <PairGraph pairs={pairs} />
        </Card>
        <Card withBorder component="section" aria-label="Matrix">
          <PairMatrix pairs={pairs} onPick={setPicked} />
          <Text size="sm" className="muted" mt="xs">
            = one upstream, ≠ independent, ? not known. Choose a pair to see its evidence.
          </Text>
        </Card>
      </SimpleGrid>
      {shown !== undefined && <Evidence pair={shown} />}
    </>
  );
}

function Evidence({ pair }: { readonly pair: PairView }): ReactNode {
  return (
    <Card withBorder mt="md" component="section" aria-label="Evidence" aria-live="polite">
      <Title order={2} size="h4" mb="xs">
        {pair.a} and {pair.b}: {verdictLook(pair.verdict).text}
      </Title>
      <Text>{pair.reason}</Text>
      <Text size="sm" className="muted" my="xs">
        {pair.observations} observations could tell a copy from an independent provider.
        {pair.sinceMs !== null && (
          <>
            {' '}
            The verdict stands since <Time at={pair.sinceMs} />.
          </>
        )}
      </Text>
      <List size="sm">
        {pair.evidence.map(({ kind, nats, detail }) => (
          <List.Item key={kind}>
            <Text span className="mono">
              {kind} {nats.toFixed(1)} nats
            </Text>{' '}
            {detail}
          </List.Item>
        ))}
      </List>
    </Card>
  );
}
