import { levels } from '@assay/catalog/define';
import {
  answerOutcomes,
  failedCallOutcomes,
  gateType,
  gateVerdicts,
  unresolvedOutcomes,
} from '@assay/catalog/outcomes';
import { Anchor, Group, NativeSelect, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { RequestRow, RequestsView } from '../../src/api/routes/request-list/route.ts';
import type { AccountPageProps } from '../parts/account-page-props.ts';
import { call, queryOf } from '../api.ts';
import { Level, Outcome, Time } from '../parts/labels.tsx';
import { Empty, Failure } from '../parts/states.tsx';
import { VirtualRows } from '../parts/virtual-rows.tsx';
import { leftOutSentence } from '../left-out-sentence.ts';
import { usePagedRows } from '../paged-rows.ts';
import { useCatalog } from '../queries.ts';
import { IdSearch } from '../parts/id-search.tsx';
import { useUrlValue } from '../url-value.ts';
import { shortTraceId } from '../format.ts';
import { paramTexts } from '../headline.ts';
import { PageHead } from '../parts/page-head.tsx';

const outcomes = [...answerOutcomes, ...unresolvedOutcomes, ...failedCallOutcomes];
const rangesMs: Readonly<Record<string, number>> = { hour: 3_600_000, day: 86_400_000, week: 604_800_000 };

/** The requests of an account, newest first, with filters and a search by trace id. */
export default function Requests({ account }: AccountPageProps): ReactNode {
  const [type, setType] = useUrlValue('type');
  const [outcome, setOutcome] = useUrlValue('outcome');
  const [level, setLevel] = useUrlValue('level');
  const [range, setRange] = useUrlValue('range', '', Object.keys(rangesMs));
  const catalog = useCatalog();
  const list = usePagedRows(['account', account.id, 'requests', type, outcome, level, range], async (cursor) => {
    const lengthMs = rangesMs[range];
    const fromMs = lengthMs === undefined ? undefined : Date.now() - lengthMs;
    const query = queryOf({ cursor, type, outcome, level, fromMs });
    const path = `/api/accounts/${account.id}/requests${query}`;
    const { requests: rows, nextCursor } = await call<RequestsView>('GET', path);
    return { rows, nextCursor };
  });
  const isFiltered = [type, outcome, level, range].some((value) => value !== '');
  return (
    <>
      <PageHead title="Requests" />
      <Group mb="md" align="flex-end">
        <IdSearch accountId={account.id} />
        <Filter label="Time" value={range} onChange={setRange} all="any time" values={Object.keys(rangesMs)} />
        <Filter
          label="Type"
          isId
          value={type}
          onChange={setType}
          all="all types"
          values={[...(catalog.data?.types.map(({ id }) => id) ?? []), gateType]}
        />
        <Filter
          label="Outcome"
          value={outcome}
          onChange={setOutcome}
          all="all outcomes"
          values={[...outcomes, ...gateVerdicts]}
        />
        <Filter label="Level" value={level} onChange={setLevel} all="all levels" values={levels.toReversed()} />
      </Group>
      {!list.isLoaded && <Failure error={list.error} />}
      {list.isLoaded && list.rows.length === 0 ? (
        <Empty title={isFiltered ? 'No request matches' : 'There is no request yet'}>
          {isFiltered ? (
            'Choose a longer time or fewer filters.'
          ) : (
            <>
              Run a type in the <Link href={`/a/${account.id}/playground`}>playground</Link>, or call the API with a{' '}
              <Link href={`/a/${account.id}/keys`}>key</Link>.
            </>
          )}
        </Empty>
      ) : (
        <VirtualRows
          label="Requests"
          minWidth={940}
          list={list}
          rows={list.rows}
          // Attempts that repeat one request share its trace id, so the key of a row also needs the type and the
          // parameters.
          keyOf={({ traceId, type, params }) => `${traceId} ${type} ${params}`}
          head={<Head />}
          row={(row) => <Row row={row} base={`/a/${account.id}/requests`} />}
        />
      )}
    </>
  );
}

function Head(): ReactNode {
  return (
    <Table.Tr>
      <Table.Th>Request</Table.Th>
      <Table.Th>Time</Table.Th>
      <Table.Th>Type</Table.Th>
      <Table.Th>Parameters</Table.Th>
      <Table.Th>Outcome</Table.Th>
      <Table.Th>Level</Table.Th>
      <Table.Th className="number">Latency</Table.Th>
    </Table.Tr>
  );
}

function Row({ row, base }: { readonly row: RequestRow; readonly base: string }): ReactNode {
  return (
    <>
      <Table.Td className="mono short" data-label="Request">
        <Anchor component={Link} href={`${base}/${row.traceId}`} inherit title={row.traceId}>
          {shortTraceId(row.traceId)}
        </Anchor>
      </Table.Td>
      <Table.Td className="short" data-label="Time">
        <Time at={row.atMs} />
      </Table.Td>
      <Table.Td className="mono cut" data-main="" title={row.type || row.path}>
        {row.type || row.path || '–'}
      </Table.Td>
      <Table.Td className="mono cut rest" data-label="Parameters" data-minor="">
        {paramTexts(row.params)
          .map(([name, text]) => `${name} ${text}`)
          .join(', ')}
      </Table.Td>
      <Table.Td data-label="Outcome">
        <div>
          <Outcome value={row.outcome} />
          {row.code !== '' && (
            <Text size="xs" className="mono short" title={leftOutSentence(row.leftOut)}>
              {row.code}
              {row.leftOut > 0 && ` +${row.leftOut.toLocaleString()} not stored`}
            </Text>
          )}
        </div>
      </Table.Td>
      <Table.Td data-label="Level">
        <Level value={row.level} />
      </Table.Td>
      <Table.Td className="number" data-label="Latency" data-minor="">
        {row.latencyMs.toLocaleString()} ms
      </Table.Td>
    </>
  );
}

function Filter(props: {
  readonly label: string;
  readonly value: string;
  readonly all: string;
  readonly values: readonly string[];
  /** Whether the values are ids, which keep their underscores. */
  readonly isId?: boolean;
  readonly onChange: (value: string) => void;
}): ReactNode {
  return (
    <NativeSelect
      flex="1 1 8rem"
      maw="16rem"
      label={props.label}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      data={[
        { value: '', label: props.all },
        ...props.values.map((value) => ({ value, label: props.isId === true ? value : value.replaceAll('_', ' ') })),
      ]}
    />
  );
}
