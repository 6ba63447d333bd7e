import { Card, Group, List, NativeSelect, SimpleGrid, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { IndependenceView, PairView } from '../../src/api/routes/independence/route.ts';
import { call } from '../api.ts';
import { verdictNats } from '../evidence-over-time.ts';
import { pairSentence, sharedSentences } from '../pair-sentence.ts';
import { Time } from '../parts/labels.tsx';
import { EvidenceOverTime } from '../parts/evidence-over-time.tsx';
import { PairGraph, PairMatrix, shortName, verdictLook } from '../parts/pair-graph.tsx';
import { Empty, Loaded } from '../parts/states.tsx';
import { WideTable } from '../parts/wide-table.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { useUrlValue } from '../url-value.ts';

type TypeView = IndependenceView['types'][number];

/** The measured independence of the providers of each type: groups, pairs and their evidence. */
export default function Independence(): ReactNode {
  const [chosen, setChosen] = useUrlValue('type');
  const independence = useQuery({
    queryKey: ['independence'],
    queryFn: () => call<IndependenceView>('GET', '/api/independence'),
    refetchInterval: 15_000,
  });
  return (
    <>
      <PageHead title="Independence" />
      <Text className="muted" mb="md">
        Two providers count as two sources only after their answers prove that they are independent. Until then they
        count as one source.
      </Text>
      <Loaded query={independence}>
        {({ types }) => {
          const type = types.find((each) => each.type === chosen) ?? types[0];
          return type === undefined ? (
            <Empty title="Nothing was measured yet">
              The first verdicts come about half a minute after the engine starts to ask the providers. Ask for a price,
              and look again.
            </Empty>
          ) : (
            <>
              <MeasuredType
                key={type.type}
                type={type}
                chooseType={
                  <NativeSelect
                    label="Data type"
                    value={type.type}
                    onChange={(event) => setChosen(event.currentTarget.value)}
                    data={types.map((each) => each.type)}
                  />
                }
              />
            </>
          );
        }}
      </Loaded>
    </>
  );
}

function MeasuredType({ type, chooseType }: { readonly type: TypeView; readonly chooseType: ReactNode }): ReactNode {
  const [key, setKey] = useUrlValue('asset');
  const [picked, setPicked] = useUrlValue('pair');
  const pairs = type.keys.find((each) => each.key === key)?.pairs ?? type.pairs;
  const shown = pairs.find((pair) => pairName(pair) === picked);
  return (
    <>
      <Group mb="md" align="flex-end">
        {chooseType}
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
      <Text mb="sm" data-testid="shared">
        {sharedSentences(shortNames(type), pairs.map(shortPair)).join(' ')}
      </Text>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Card withBorder component="section" aria-label="Groups" style={{ justifyContent: 'center' }}>
          <PairGraph pairs={pairs} aggregators={type.composites} isListed={false} />
        </Card>
        <Card withBorder component="section" aria-label="Matrix">
          <PairMatrix pairs={pairs} aggregators={type.composites} onPick={(pair) => setPicked(pairName(pair))} />
          <Text size="sm" className="muted" mt="xs">
            = one upstream, ≠ independent, ? not known, so counted as one. ∑ is an aggregator. Choose a pair to see its
            evidence.
          </Text>
        </Card>
      </SimpleGrid>
      {shown !== undefined && <Evidence pair={shown} type={type} assetKey={key} />}
    </>
  );
}

/** Returns the groups and aggregators of a type with the names that the page shows. */
function shortNames({ clusters, composites }: TypeView): Pick<TypeView, 'clusters' | 'composites'> {
  return { clusters: clusters.map((names) => names.map(shortName)), composites: composites.map(shortName) };
}

function shortPair({ a, b, verdict }: PairView): Pick<PairView, 'a' | 'b' | 'verdict'> {
  return { a: shortName(a), b: shortName(b), verdict };
}

/** Returns the name of a pair in the URL. */
function pairName({ a, b }: Pick<PairView, 'a' | 'b'>): string {
  return `${a}~${b}`;
}

/** Returns the assets on which a pair was measured. */
function keysOf({ a, b }: PairView, type: TypeView): readonly string[] {
  return type.keys.filter(({ pairs }) => pairs.some((each) => each.a === a && each.b === b)).map(({ key }) => key);
}

function Evidence({
  pair,
  type,
  assetKey,
}: {
  readonly pair: PairView;
  readonly type: TypeView;
  /** The chosen asset. Empty for all assets together. */
  readonly assetKey: string;
}): ReactNode {
  return (
    <Card withBorder mt="md" component="section" aria-label="Evidence" aria-live="polite">
      <Title order={2} size="h4" mb="xs">
        {shortName(pair.a)} {verdictLook(pair.verdict).sign} {shortName(pair.b)}
      </Title>
      <Text data-testid="sentence">{pairSentence({ ...pair, ...shortPair(pair) })}</Text>
      <Text size="sm" className="muted" my="xs">
        {pair.observations.toLocaleString()} observations could distinguish a copy from an independent provider.
        {pair.sinceMs !== null && (
          <>
            {' '}
            The verdict has not changed since <Time at={pair.sinceMs} />.
          </>
        )}
      </Text>
      <Text size="sm" className="muted" my="xs">
        Evidence is in nats, the logarithm of how much likelier the answers are with one upstream than without. From{' '}
        {verdictNats.link} nats on, two providers count as one; a linked pair stays linked until {verdictNats.unlink}.
        From {verdictNats.doubt} nats on, prices can no longer prove independence.
      </Text>
      {pair.evidence.length > 0 && (
        <List size="sm" mb="md">
          {pair.evidence.map(({ kind, nats, detail }) => (
            <List.Item key={kind}>
              <Text span className="mono">
                {kind.replaceAll('_', ' ')}, {nats.toFixed(1)} nats:
              </Text>{' '}
              {detail}
            </List.Item>
          ))}
        </List>
      )}
      <PairByAsset pair={pair} type={type} />
      <EvidenceOverTime
        key={`${assetKey} ${pair.a} ${pair.b}`}
        a={pair.a}
        b={pair.b}
        keys={keysOf(pair, type)}
        decisiveKey={assetKey || pair.measuredOn}
      />
    </Card>
  );
}

/**
 * The evidence about one pair, with one row for each asset. A proof of independence is valid only for the asset on
 * which it was measured. A link is valid for all assets.
 */
function PairByAsset({ pair, type }: { readonly pair: PairView; readonly type: TypeView }): ReactNode {
  const rows = type.keys
    .flatMap(({ key, judgedAtMs, pairs }) => {
      const pairOnAsset = pairs.find(({ a, b }) => a === pair.a && b === pair.b);
      return pairOnAsset === undefined ? [] : [{ key, judgedAtMs, found: pairOnAsset }];
    })
    .sort((a, b) => (a.found.sinceMs ?? Infinity) - (b.found.sinceMs ?? Infinity));
  if (rows.length === 0) {
    return null;
  }
  return (
    <WideTable minWidth={560}>
      <Table verticalSpacing={6} className="cards" aria-label="The pair on each asset">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Asset</Table.Th>
            <Table.Th>Verdict</Table.Th>
            <Table.Th>Since</Table.Th>
            <Table.Th className="number">Observations</Table.Th>
            <Table.Th className="number">Evidence</Table.Th>
            <Table.Th>Last judged</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, judgedAtMs, found }) => (
            <Table.Tr key={key}>
              <Table.Td className="mono" data-main="">
                {key}
              </Table.Td>
              <Table.Td data-label="Verdict" style={{ color: verdictLook(found.verdict).color }}>
                {verdictLook(found.verdict).sign} {verdictLook(found.verdict).text}
              </Table.Td>
              <Table.Td data-label="Since">{found.sinceMs === null ? '–' : <Time at={found.sinceMs} />}</Table.Td>
              <Table.Td className="number" data-label="Observations">
                {found.observations.toLocaleString()}
              </Table.Td>
              <Table.Td className="number" data-label="Evidence">
                {found.nats.toFixed(1)} nats
              </Table.Td>
              <Table.Td data-label="Judged last">
                {judgedAtMs === null ? '–' : <Time at={judgedAtMs} relative />}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </WideTable>
  );
}
