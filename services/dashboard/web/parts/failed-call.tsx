import { Code, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FailureView } from '../../src/api/failure-view.ts';
import { prettyJson } from '../format.ts';
import { leftOutSentence } from '../left-out-sentence.ts';
import { Time } from './labels.tsx';
import { Part } from './part.tsx';

/** A call that ended with an error: what to change first, then what was asked and what the caller received. */
export function FailedCall({ failure }: { readonly failure: FailureView }): ReactNode {
  const leftOut = leftOutSentence(failure.leftOut);
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <Part title="What went wrong">
        <Text fw={600}>
          HTTP {failure.httpStatus} <span className="mono">{failure.code}</span>
        </Text>
        <Text>{failure.message}</Text>
        {failure.remedy !== '' && (
          <Text size="sm">
            <strong>What to do:</strong> {failure.remedy.replaceAll('`', '')}
          </Text>
        )}
        {leftOut !== undefined && (
          <Text size="sm" className="muted">
            {leftOut}
          </Text>
        )}
      </Part>
      <Part title="What was sent">
        <Text className="mono">
          {failure.method} {failure.path}
        </Text>
        {failure.body === '' ? (
          <Text className="muted">No body was read.</Text>
        ) : (
          <Code block>{prettyJson(failure.body)}</Code>
        )}
        <Text size="sm" className="muted">
          <Time at={failure.atMs} />, answered after {failure.latencyMs} ms
          {failure.keyPrefix !== '' && (
            <>
              , key {failure.keyName} <span className="mono">{failure.keyPrefix}…</span>
            </>
          )}
        </Text>
      </Part>
    </SimpleGrid>
  );
}
