import { Card, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { DecisionView } from '../../src/api/decision-view.ts';
import { prettyJson } from '../format.ts';
import { headlineOf, isLongText, otherFields, paramTexts } from '../headline.ts';
import { levelSentence } from '../level-sentence.ts';
import { useCatalog } from '../queries.ts';
import { Facts } from './facts.tsx';
import { Folded } from './folded.tsx';
import { Level, Outcome, Time } from './labels.tsx';

const isoTime = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/**
 * The first card of an answer: the value in large letters, its level, and one sentence that says why. Below it are the
 * question and the other fields of the answer.
 */
export function AnswerHead({ decision }: { readonly decision: DecisionView }): ReactNode {
  const catalog = useCatalog();
  const mainField = catalog.data?.types.find(({ id }) => id === decision.type)?.mainField;
  const headline = headlineOf(decision.data, mainField);
  const fields = otherFields(decision.data, headline);
  return (
    <Head title="What was answered" decision={decision}>
      {headline === undefined ? (
        decision.data === '' && <p className="headline">No answer</p>
      ) : (
        <p className={isLongText(headline.value) ? 'headline headline-long' : 'headline'}>
          {headline.value} {headline.unit !== '' && <span className="unit">{headline.unit}</span>}
        </p>
      )}
      <Group gap="xs">
        <Level value={decision.level} />
        <Outcome value={decision.outcome} />
      </Group>
      <Why decision={decision} />
      {fields.length > 0 && (
        <Facts rows={fields.map(([name, text]) => [name, isoTime.test(text) ? <Time key={name} at={text} /> : text])} />
      )}
      {decision.data !== '' && <Folded title="The answer as JSON" text={prettyJson(decision.data)} />}
    </Head>
  );
}

/** The frame of the first card, with the question in its second line. */
export function Head(props: {
  readonly title: string;
  /** The decision with the question. Absent when the card shows the question at another place. */
  readonly decision?: DecisionView;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <Card withBorder component="section" aria-label={props.title} className="answer-head">
      <Stack gap="sm">
        <div>
          <Title order={2} size="h5" className="muted">
            {props.title}
          </Title>
          {props.decision !== undefined && <Question decision={props.decision} />}
        </div>
        {props.children}
      </Stack>
    </Card>
  );
}

/** One sentence that says how reliable the answer is, and the engine's reason. */
export function Why({ decision }: { readonly decision: DecisionView }): ReactNode {
  return (
    <div data-testid="why">
      <Text>{levelSentence(decision)}</Text>
      {decision.reason !== '' && <Text className="muted">{decision.reason.replace(/[^.]$/, '$&.')}</Text>}
    </div>
  );
}

/** The type and the parameters of a question. */
export function Question({ decision }: { readonly decision: DecisionView }): ReactNode {
  const { query } = decision;
  const params = paramTexts(decision.params).filter(([, text]) => !text.startsWith('{'));
  return (
    <div className="question">
      {query === null && <span className="muted">This account does not store the words of questions.</span>}
      {query !== null && query !== '' && <span>“{query}”</span>}
      <span className="mono">{decision.type || 'A question that no type matched'}</span>
      {params.map(([name, text]) => (
        <span key={name}>
          <span className="muted">{name}</span> <span className="mono">{text}</span>
        </span>
      ))}
      {decision.required !== '' && <span>at least {decision.required.replaceAll('_', ' ')}</span>}
    </div>
  );
}
