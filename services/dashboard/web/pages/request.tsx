import { gateType } from '@assay/catalog/outcomes';
import { Anchor, Card, Code, Group, List, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { DecisionView } from '../../src/api/decision-view.ts';
import type { RequestView } from '../../src/api/routes/request-get/route.ts';
import type { AccountPageProps } from '../parts/account-page-props.ts';
import { credits, prettyJson } from '../format.ts';
import { chargeSentence, judgementOf, type GateMessage } from '../gate-judgement.ts';
import { FailedCall } from '../parts/failed-call.tsx';
import { Clocks } from '../parts/clocks.tsx';
import { levelSentence } from '../level-sentence.ts';
import { Copy, Level, Outcome, Time } from '../parts/labels.tsx';
import { NotificationPart } from '../parts/notification-part.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { PairGraph } from '../parts/pair-graph.tsx';
import { Loaded } from '../parts/states.tsx';
import { useAccountQuery } from '../queries.ts';
import { WideTable } from '../parts/wide-table.tsx';

/**
 * One request with its decision, in the order in which a person asks: the question, the answer, how reliable it is and
 * why, which source said what and when, which providers are independent of each other, and the charge.
 */
export default function Request({ account, traceId }: AccountPageProps & { readonly traceId: string }): ReactNode {
  const request = useAccountQuery<RequestView>(account.id, `/requests/${traceId}`);
  return (
    <>
      <Anchor component={Link} href={`/a/${account.id}/requests`} size="sm">
        All requests
      </Anchor>
      <PageHead title={traceId} isCode>
        <Copy
          text={window.location.href}
          label="Copies a link that members of this account can open"
          shown="Copy the link"
        />
        <Copy text={traceId} label="Copies the trace id" shown="Copy the trace id" />
        {request.data !== undefined && (
          <Copy
            text={JSON.stringify(request.data, undefined, 2)}
            label="Copies everything on this page"
            shown="Copy as JSON"
          />
        )}
      </PageHead>
      <NotificationPart accountId={account.id} traceId={traceId} />
      <Loaded query={request}>{(data) => <Story request={data} base={`/a/${account.id}`} />}</Loaded>
    </>
  );
}

function Story({ request, base }: { readonly request: RequestView; readonly base: string }): ReactNode {
  const decision = request.decisions.at(-1);
  const parts = request.decisions.slice(0, -1);
  return (
    <Stack gap="lg">
      {request.failure !== null && <FailedCall failure={request.failure} />}
      {decision !== undefined && <Decision decision={decision} />}
      {parts.map((part) => (
        <section key={`${part.type} ${part.atMs}`} aria-label={`Part ${part.type}`}>
          <Title order={2} size="h3" mb="sm">
            Part: {part.type}
          </Title>
          <Decision decision={part} />
        </section>
      ))}
      <Charges request={request} base={base} />
    </Stack>
  );
}

function Decision({ decision }: { readonly decision: DecisionView }): ReactNode {
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Part title="What was asked">
          <Text className="mono">{decision.type || 'a question that no type matched'}</Text>
          <Words query={decision.query} />
          <Code block>{prettyJson(decision.params)}</Code>
          <Text size="sm" className="muted">
            <Time at={decision.atMs} />, decided after {decision.latencyMs} ms
            {decision.required !== '' && `, at least ${decision.required.replaceAll('_', ' ')} was required`}
          </Text>
        </Part>
        <Part title={decision.type === gateType ? 'What was decided' : 'What was answered'}>
          <Group gap="xs">
            <Outcome value={decision.outcome} />
            <Level value={decision.level} />
          </Group>
          {decision.type === gateType ? (
            <Judgement data={decision.data} />
          ) : decision.data === '' ? (
            <Text className="muted">Nothing was delivered.</Text>
          ) : (
            <Code block>{prettyJson(decision.data)}</Code>
          )}
        </Part>
      </SimpleGrid>
      <Part title="How sure, and why">
        <Text>{levelSentence(decision)}</Text>
        {decision.reason !== '' && <Text>{decision.reason.replace(/[^.]$/, '$&.')}</Text>}
      </Part>
      {decision.attempts.length > 0 && (
        <Part title="Who said what, and when">
          <Clocks decision={decision} />
        </Part>
      )}
      {decision.independence.length > 0 && (
        <Part title="Who was independent of whom at that moment">
          <PairGraph pairs={decision.independence} />
        </Part>
      )}
    </Stack>
  );
}

/** Shows the words of a question, or says that the account stores none. */
function Words({ query }: { readonly query: string | null }): ReactNode {
  if (query === null) {
    return <Text className="muted">This account does not store the words of questions.</Text>;
  }
  return query === '' ? null : <Text>“{query}”</Text>;
}

/** Shows the reasons and the caveats of a gate's decision, in the words that the caller received. */
function Judgement({ data }: { readonly data: string }): ReactNode {
  const { checkedMint, reasons, caveats } = judgementOf(data);
  return (
    <>
      <Text size="sm">
        Checked mint: <span className="mono">{checkedMint ?? 'none could be derived'}</span>
      </Text>
      <Coded title="Reasons" messages={reasons} none="No reason against the trade." />
      <Coded title="Caveats" messages={caveats} none="No caveat." />
    </>
  );
}

function Coded(props: {
  readonly title: string;
  readonly messages: readonly GateMessage[];
  readonly none: string;
}): ReactNode {
  return props.messages.length === 0 ? (
    <Text size="sm" className="muted">
      {props.none}
    </Text>
  ) : (
    <List size="sm" aria-label={props.title}>
      {props.messages.map(({ code, message }) => (
        <List.Item key={code}>
          {message} <span className="mono muted">{code}</span>
        </List.Item>
      ))}
    </List>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <Card withBorder component="section" aria-label={title}>
      <Stack gap="xs">
        <Title order={2} size="h5">
          {title}
        </Title>
        {children}
      </Stack>
    </Card>
  );
}

function Charges({ request, base }: { readonly request: RequestView; readonly base: string }): ReactNode {
  const { charges } = request;
  const charged = chargeSentence(request);
  return (
    <Part title="What it cost">
      {charged !== undefined && <Text>{charged}</Text>}
      {charges.length === 0 ? (
        <Text>No credits were held or charged.</Text>
      ) : (
        <WideTable minWidth={520}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Call</Table.Th>
                <Table.Th className="number">Held</Table.Th>
                <Table.Th className="number">Charged</Table.Th>
                <Table.Th>State</Table.Th>
                <Table.Th>Time</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {charges.map((charge) => (
                <Table.Tr key={`${charge.operation} ${charge.heldAt}`}>
                  <Table.Td className="mono">{charge.operation}</Table.Td>
                  <Table.Td className="number">{credits(charge.heldMicros)}</Table.Td>
                  <Table.Td className="number">
                    {charge.state === 'reversed' ? '0' : credits(charge.capturedMicros)}
                  </Table.Td>
                  <Table.Td>{charge.state}</Table.Td>
                  <Table.Td>
                    <Time at={charge.heldAt} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </WideTable>
      )}
      <Anchor component={Link} href={`${base}/credits`} size="sm">
        The whole ledger
      </Anchor>
    </Part>
  );
}
