import { Alert, Card, Code, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { CatalogType } from '../../src/api/routes/catalog/route.ts';
import type { PlaygroundView } from '../../src/playground/call.ts';
import { prettyJson } from '../format.ts';
import { headlineOf } from '../headline.ts';
import { levelSentence } from '../level-sentence.ts';
import { playgroundBody, withoutAnswer, type PlaygroundBody } from '../playground-body.ts';
import { GateMessages, verdictTitle } from './gate-head.tsx';
import { Level, Outcome } from './labels.tsx';

const firstErrorStatus = 400;

/** The answer of a call, the value first, then everything as JSON. */
export function PlaygroundAnswer({
  answer,
  types,
  base,
}: {
  readonly answer: PlaygroundView;
  readonly types: readonly CatalogType[];
  readonly base: string;
}): ReactNode {
  const body = playgroundBody(answer.body);
  return (
    <Card withBorder component="section" aria-label="Answer" aria-live="polite" className="answer-head">
      {answer.status >= firstErrorStatus ? <WithoutAnswer body={body} /> : <Value body={body} types={types} />}
      <Group justify="space-between" my="xs">
        <Text size="sm" className="muted">
          HTTP {answer.status} in {answer.durationMs} ms
        </Text>
        {answer.traceId !== null && <Link href={`${base}/requests/${answer.traceId}`}>Why this answer</Link>}
      </Group>
      <Code block data-testid="answer">
        {prettyJson(answer.body)}
      </Code>
    </Card>
  );
}

function Value({ body, types }: { readonly body: PlaygroundBody; readonly types: readonly CatalogType[] }): ReactNode {
  const { decision, status = '', verification, reason, message } = body;
  const mainField = types.find(({ id }) => id === body.type)?.mainField;
  const headline = body.data === undefined ? undefined : headlineOf(JSON.stringify(body.data), mainField);
  const level = verification?.level ?? '';
  return (
    <>
      <p className={`headline verdict-${decision ?? 'none'}`}>
        {decision === undefined ? (headline?.value ?? status.replaceAll('_', ' ')) : verdictTitle(decision)}{' '}
        <span className="unit">{headline?.unit}</span>
      </p>
      {decision === undefined && (
        <Group gap="xs" my="xs">
          <Level value={level} />
          <Outcome value={status} />
        </Group>
      )}
      <Text>{levelSentence({ outcome: decision ?? status, level })}</Text>
      {(reason ?? message) !== undefined && <Text className="muted">{reason ?? message}</Text>}
      <GateMessages title="Reasons" messages={body.reasons ?? []} />
      <GateMessages title="Caveats" messages={body.caveats ?? []} />
    </>
  );
}

/** Explains a refusal or an error. */
function WithoutAnswer({ body }: { readonly body: PlaygroundBody }): ReactNode {
  const { title, sentences } = withoutAnswer(body);
  return (
    <Alert color="orange" title={title}>
      {sentences.map((text) => (
        <Text key={text} size="sm">
          {text}
        </Text>
      ))}
    </Alert>
  );
}
