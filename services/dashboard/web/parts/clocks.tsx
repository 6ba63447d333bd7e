import { Code, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AttemptView } from '../../src/api/decision-view.ts';
import { credits } from '../format.ts';
import { Time } from './labels.tsx';
import { WideTable } from './wide-table.tsx';

const width = 220;
const rowHeight = 18;

/**
 * Shows every attempt with its three clocks on one axis: when it was asked, when the answer arrived, and when the source
 * says that it measured. Sources measure before they are asked, often long before, so that clock is a number beside the bar.
 */
export function Clocks({ attempts }: { readonly attempts: readonly AttemptView[] }): ReactNode {
  const asked = attempts.flatMap(({ askedAtMs }) => askedAtMs ?? []);
  const startMs = Math.min(...asked);
  const endMs = Math.max(startMs + 1, ...attempts.flatMap(({ receivedAtMs }) => receivedAtMs ?? []));
  const position = (atMs: number): number => ((atMs - startMs) / (endMs - startMs)) * width;
  return (
    <WideTable minWidth={980}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Source</Table.Th>
            <Table.Th>Role</Table.Th>
            <Table.Th>Outcome</Table.Th>
            <Table.Th>Asked and answered, over {endMs - startMs} ms</Table.Th>
            <Table.Th className="number">Its own time</Table.Th>
            <Table.Th>Answer</Table.Th>
            <Table.Th className="number">Cost</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {attempts.map((attempt, index) => (
            <Table.Tr key={`${attempt.source} ${attempt.role} ${String(index)}`}>
              <Table.Td className="mono" style={{ whiteSpace: 'nowrap' }}>
                {attempt.source}
              </Table.Td>
              <Table.Td>{attempt.role}</Table.Td>
              <Table.Td>{attempt.outcome.replaceAll('_', ' ')}</Table.Td>
              <Table.Td>
                <Bar attempt={attempt} position={position} />
              </Table.Td>
              <Table.Td className="number">
                {attempt.sourceAtMs === null || attempt.receivedAtMs === null ? (
                  <Text span size="sm" className="muted">
                    not stated
                  </Text>
                ) : (
                  <>
                    <Time at={attempt.sourceAtMs} />
                    <Text size="xs" className="muted">
                      {age(attempt.receivedAtMs - attempt.sourceAtMs)} before it arrived
                    </Text>
                  </>
                )}
              </Table.Td>
              <Table.Td>
                {attempt.data === '' ? (
                  ''
                ) : (
                  <Code style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{attempt.data}</Code>
                )}
              </Table.Td>
              <Table.Td className="number">{credits(attempt.costMicros)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </WideTable>
  );
}

function Bar({
  attempt: { askedAtMs, receivedAtMs, isShared },
  position,
}: {
  readonly attempt: AttemptView;
  readonly position: (atMs: number) => number;
}): ReactNode {
  if (askedAtMs === null) {
    return <span className="muted">not asked</span>;
  }
  const x = position(askedAtMs);
  const length = receivedAtMs === null ? width - x : Math.max(2, position(receivedAtMs) - x);
  const label =
    receivedAtMs === null
      ? 'asked, no answer'
      : `answered after ${receivedAtMs - askedAtMs} ms${isShared ? ', shared request' : ''}`;
  return (
    <svg width={width} height={rowHeight} role="img" aria-label={label}>
      <title>{label}</title>
      <line x1={0} x2={width} y1={rowHeight / 2} y2={rowHeight / 2} stroke="currentColor" opacity={0.15} />
      <rect
        x={x}
        y={4}
        width={length}
        height={rowHeight - 8}
        fill={receivedAtMs === null ? 'none' : 'var(--mantine-primary-color-filled)'}
        stroke="var(--mantine-primary-color-filled)"
        strokeDasharray={receivedAtMs === null ? '3 3' : undefined}
      />
    </svg>
  );
}

/** Formats a duration in milliseconds with one unit. */
function age(durationMs: number): string {
  const seconds = durationMs / 1_000;
  if (Math.abs(seconds) < 1) {
    return `${Math.round(durationMs)} ms`;
  }
  return Math.abs(seconds) < 120 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds / 60)} min`;
}
