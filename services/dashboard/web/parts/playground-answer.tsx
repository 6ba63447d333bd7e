import { Alert, Card, Code, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { CatalogType } from '../../src/api/routes/catalog/route.ts';
import type { PlaygroundView } from '../../src/playground/call.ts';
import { prettyJson } from '../format.ts';
import { headlineOf } from '../headline.ts';
import { levelSentence } from '../level-sentence.ts';
import { Level, Outcome } from './labels.tsx';

type Body = {
  readonly status?: string;
  readonly decision?: string;
  readonly type?: string;
  readonly data?: unknown;
  readonly reason?: string;
  readonly message?: string;
  readonly verification?: { readonly level?: string };
  readonly error?: { readonly code?: string; readonly message?: string };
};

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
  const body = bodyOf(answer.body);
  return (
    <Card withBorder component="section" aria-label="Answer" aria-live="polite" className="answer-head">
      {answer.status >= firstErrorStatus ? <Refusal body={body} /> : <Value body={body} types={types} />}
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

function Value({ body, types }: { readonly body: Body; readonly types: readonly CatalogType[] }): ReactNode {
  const { decision, status = '', verification, reason, message } = body;
  const mainField = types.find(({ id }) => id === body.type)?.mainField;
  const headline = body.data === undefined ? undefined : headlineOf(JSON.stringify(body.data), mainField);
  const level = verification?.level ?? '';
  const outcome = decision ?? status;
  return (
    <>
      <p className={`headline verdict-${decision ?? 'none'}`}>
        {headline?.value ?? outcome.replaceAll('_', ' ')} <span className="unit">{headline?.unit}</span>
      </p>
      <Group gap="xs" my="xs">
        <Level value={level} />
        <Outcome value={outcome} />
      </Group>
      <Text>{levelSentence({ outcome, level })}</Text>
      {(reason ?? message) !== undefined && <Text className="muted">{reason ?? message}</Text>}
    </>
  );
}

function Refusal({ body }: { readonly body: Body }): ReactNode {
  return (
    <Alert color="orange" title={body.error?.code ?? 'The request was not answered'}>
      {body.error?.message} Nothing was charged.
    </Alert>
  );
}

function bodyOf(text: string): Body {
  try {
    return (JSON.parse(text) ?? {}) as Body;
  } catch {
    // A proxy may answer with a page. The text below shows it.
    return {};
  }
}
