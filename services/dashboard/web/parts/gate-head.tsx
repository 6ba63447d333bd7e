import { gateVerdicts, type GateVerdict } from '@assay/catalog/outcomes';
import { Group, List, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { RequestView } from '../../src/api/routes/request-get/route.ts';
import { prettyJson } from '../format.ts';
import { judgedLimits, judgementOf, type GateMessage, type LimitState } from '../gate-judgement.ts';
import { Head, Question, Why } from './answer-head.tsx';
import { Folded } from './folded.tsx';
import { Level } from './labels.tsx';

const verdictTitles = {
  allow: 'Allow',
  allow_with_caveat: 'Allow, with a caveat',
  refuse: 'Refuse',
} satisfies Record<GateVerdict, string>;

const stateTexts = {
  within: '✓ within the limit',
  over: '✗ beyond the limit',
  'not judged': '– not judged',
} satisfies Record<LimitState, string>;

/** Returns a gate's verdict as a title. Returns an unknown verdict unchanged. */
export function verdictTitle(outcome: string): string {
  const verdict = gateVerdicts.find((each) => each === outcome);
  return verdict === undefined ? outcome : verdictTitles[verdict];
}

/**
 * The first card of a gate: its verdict, the limits by which it judged the trade, and the reasons in the words that the
 * caller received.
 */
export function GateHead({ request }: { readonly request: RequestView }): ReactNode {
  const decision = request.decisions.at(-1);
  if (decision === undefined) {
    return null;
  }
  const { checkedMint, reasons, caveats } = judgementOf(decision.data);
  const verdict = gateVerdicts.find((each) => each === decision.outcome);
  return (
    <Head title="What was decided">
      <p className={`headline verdict-${verdict ?? 'unknown'}`}>{verdictTitle(decision.outcome)}</p>
      <Group gap="xs">
        <Level value={decision.level} />
      </Group>
      <Why decision={{ ...decision, reason: '' }} />
      <Limits request={request} />
      <GateMessages title="Reasons" messages={reasons} none="No reason against the trade." />
      <GateMessages title="Caveats" messages={caveats} none="No caveat." />
      <Text size="sm">
        Checked mint: <span className="mono">{checkedMint ?? 'none could be derived'}</span>
      </Text>
      <Question decision={decision} />
      <Folded title="The trade and its policy as JSON" text={prettyJson(decision.params)} />
    </Head>
  );
}

function Limits({ request }: { readonly request: RequestView }): ReactNode {
  return (
    <Table className="cards" aria-label="Limits of the policy" verticalSpacing={6}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Limit</Table.Th>
          <Table.Th>Your policy</Table.Th>
          <Table.Th>Measured</Table.Th>
          <Table.Th>Result</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {judgedLimits(request).map(({ name, limit, measured, state }) => (
          <Table.Tr key={name}>
            <Table.Td data-main="">{name}</Table.Td>
            <Table.Td data-label="Your policy">{limit}</Table.Td>
            <Table.Td data-label="Measured">{measured}</Table.Td>
            <Table.Td data-label="Result" className={`limit-${state.replace(' ', '-')}`}>
              {stateTexts[state]}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** The reasons or the caveats of a gate's decision, each with its code. */
export function GateMessages(props: {
  readonly title: string;
  readonly messages: readonly GateMessage[];
  /** The sentence for no messages. Shows nothing when absent. */
  readonly none?: string;
}): ReactNode {
  if (props.messages.length === 0) {
    return props.none === undefined ? null : (
      <Text size="sm" className="muted">
        {props.none}
      </Text>
    );
  }
  return (
    <div>
      <Text size="sm" fw={600}>
        {props.title}
      </Text>
      <List size="sm" aria-label={props.title}>
        {props.messages.map(({ code, message }) => (
          <List.Item key={code}>
            {message} <span className="mono muted">{code}</span>
          </List.Item>
        ))}
      </List>
    </div>
  );
}
