import { gateType } from '@assay/catalog/outcomes';
import { Anchor, Button, Stack, Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { DecisionView } from '../../src/api/decision-view.ts';
import type { RequestView } from '../../src/api/routes/request-get/route.ts';
import type { AccountPageProps } from '../parts/account-page-props.ts';
import { credits, prettyJson } from '../format.ts';
import { chargeSentence } from '../gate-judgement.ts';
import { AnswerHead } from '../parts/answer-head.tsx';
import { Clocks } from '../parts/clocks.tsx';
import { FailedCall } from '../parts/failed-call.tsx';
import { Folded } from '../parts/folded.tsx';
import { GateHead } from '../parts/gate-head.tsx';
import { Copy, Time } from '../parts/labels.tsx';
import { NotificationPart } from '../parts/notification-part.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Part } from '../parts/part.tsx';
import { PairGraph } from '../parts/pair-graph.tsx';
import { Loaded } from '../parts/states.tsx';
import { useAccountQuery } from '../queries.ts';
import { timingSentence } from '../timing.ts';

/**
 * One request with its decision, the answer first: the value with its level and the reason, which source said what and
 * when, which providers are independent of each other, the charge, and the duration.
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
        <Button variant="default" size="compact-sm" onClick={() => window.print()}>
          Print
        </Button>
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
      {decision !== undefined && (
        <>
          {decision.type === gateType ? <GateHead request={request} /> : <AnswerHead decision={decision} />}
          <Evidence decision={decision} />
        </>
      )}
      {parts.map((part) => (
        <section key={`${part.type} ${part.atMs}`} aria-label={`Part ${part.type}`}>
          <Title order={2} size="h3" mb="sm">
            Part: {part.type}
          </Title>
          <Stack gap="lg">
            <AnswerHead decision={part} />
            <Evidence decision={part} />
          </Stack>
        </section>
      ))}
      <Charges request={request} base={base} />
      {decision !== undefined && <Timing decision={decision} />}
    </Stack>
  );
}

function Timing({ decision }: { readonly decision: DecisionView }): ReactNode {
  return (
    <>
      <Part title="When, and how long it took">
        <Text>
          <Time at={decision.atMs} />. {timingSentence(decision)}
        </Text>
      </Part>
      <Folded title="The question as JSON" text={prettyJson(decision.params)} />
    </>
  );
}

/** The sources of a decision with their times, and what was known about their independence. */
function Evidence({ decision }: { readonly decision: DecisionView }): ReactNode {
  return (
    <>
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
    </>
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
        <Table className="cards" aria-label="Charges">
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
                <Table.Td className="mono" data-main="">
                  {charge.operation}
                </Table.Td>
                <Table.Td className="number" data-label="Held">
                  {credits(charge.heldMicros)}
                </Table.Td>
                <Table.Td className="number" data-label="Charged">
                  {charge.state === 'reversed' ? '0' : credits(charge.capturedMicros)}
                </Table.Td>
                <Table.Td data-label="State">{charge.state}</Table.Td>
                <Table.Td data-label="Time">
                  <Time at={charge.heldAt} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Anchor component={Link} href={`${base}/credits`} size="sm">
        The whole ledger
      </Anchor>
    </Part>
  );
}
