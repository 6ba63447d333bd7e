import { differenceText } from '@assay/catalog/difference-text';
import { Code, Group, Table, Text } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import type { AttemptView, DecisionView } from '../../src/api/decision-view.ts';
import { credits, duration, prettyJson } from '../format.ts';
import { updateSentence } from '../update-sentence.ts';
import { placeOn, timeAxis, type TimeAxis } from '../time-axis.ts';
import { Time } from './labels.tsx';
import { WideTable } from './wide-table.tsx';

const width = 260;
const height = 22;
const middle = height / 2;
const inset = 6;
const maxShownCharacters = 320;

/**
 * Shows every attempt with its three times on one axis: when the source measured by its own statement, when the engine
 * asked, and when the answer arrived.
 */
export function Clocks({ decision }: { readonly decision: DecisionView }): ReactNode {
  const { attempts, outcome } = decision;
  const axis = timeAxis(attempts);
  const sorted = [...attempts].sort((a, b) => (a.askedAtMs ?? Infinity) - (b.askedAtMs ?? Infinity));
  return (
    <>
      {axis !== undefined && <Legend axis={axis} />}
      <WideTable minWidth={820} label="Attempts">
        <Table verticalSpacing={6} className="cards" aria-label="Attempts">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Source</Table.Th>
              <Table.Th>Outcome</Table.Th>
              <Table.Th style={{ width }}>{axis === undefined ? 'Time' : <AxisLabels axis={axis} />}</Table.Th>
              <Table.Th className="number">Answered after</Table.Th>
              <Table.Th className="number">Its own time</Table.Th>
              <Table.Th className="number">Cost</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {sorted.map((attempt, index) => (
              <Fragment key={`${attempt.source} ${attempt.role} ${String(index)}`}>
                <Attempt attempt={attempt} axis={axis} />
                {hasSecondRow(attempt) && (
                  <Table.Tr>
                    <Table.Td colSpan={6} pt={0}>
                      {attempt.data !== '' && <Said data={attempt.data} />}
                      {attempt.differenceBps !== null && (
                        <Text size="xs" className="muted">
                          {differenceText(attempt.differenceBps, outcome)}
                        </Text>
                      )}
                      {attempt.update !== null && (
                        <Text size="xs" className="muted">
                          {updateSentence(attempt.update, attempt.sourceAtMs)}
                        </Text>
                      )}
                    </Table.Td>
                  </Table.Tr>
                )}
              </Fragment>
            ))}
          </Table.Tbody>
        </Table>
      </WideTable>
    </>
  );
}

/** Returns whether an attempt has an answer, a difference or a stream update to show below its times. */
function hasSecondRow({ data, differenceBps, update }: AttemptView): boolean {
  return data !== '' || differenceBps !== null || update !== null;
}

function Legend({ axis }: { readonly axis: TimeAxis }): ReactNode {
  const sample = (shape: ReactNode, text: string): ReactNode => (
    <Group gap={6} wrap="nowrap">
      <svg width={18} height={12} aria-hidden="true">
        {shape}
      </svg>
      <Text size="sm" className="muted">
        {text}
      </Text>
    </Group>
  );
  const fill = 'var(--mantine-primary-color-filled)';
  return (
    <Group gap="lg" mb={4}>
      {sample(<circle cx={9} cy={6} r={4} fill="none" stroke="currentColor" strokeWidth={2} />, 'the source measured')}
      {sample(<rect x={1} y={3} width={16} height={6} fill={fill} />, 'asked until answered')}
      {sample(
        <path d="M 12 1 L 5 6 L 12 11" fill="none" stroke="currentColor" strokeWidth={2} />,
        'the source measured before the axis begins',
      )}
      <Text size="sm" className="muted">
        0 is when the first source was asked: <Time at={axis.zeroMs} />
      </Text>
    </Group>
  );
}

function AxisLabels({ axis }: { readonly axis: TimeAxis }): ReactNode {
  const { startMs, endMs, zeroMs } = axis;
  const zero = placeOn(axis, zeroMs);
  const at = (share: number): number => inset + share * (width - 2 * inset);
  const label = (share: number, text: string, anchor: 'start' | 'middle' | 'end'): ReactNode => (
    <text x={at(share)} y={12} textAnchor={anchor} fontSize={11} fill="currentColor">
      {text}
    </text>
  );
  return (
    <svg width={width} height={16} role="img" aria-label={`Time axis of ${duration(endMs - startMs)}`}>
      {zero > 0.25 && label(0, `−${duration(zeroMs - startMs)}`, 'start')}
      {label(zero, '0', zero === 0 ? 'start' : 'middle')}
      {zero < 0.75 && label(1, `+${duration(endMs - zeroMs)}`, 'end')}
    </svg>
  );
}

function Attempt({ attempt, axis }: { readonly attempt: AttemptView; readonly axis: TimeAxis | undefined }): ReactNode {
  const { askedAtMs, receivedAtMs, sourceAtMs } = attempt;
  return (
    <Table.Tr className={hasSecondRow(attempt) ? 'attempt' : undefined}>
      <Table.Td data-main="">
        <div className="mono" style={{ whiteSpace: 'nowrap' }}>
          {attempt.source}
        </div>
        <Text size="xs" className="muted">
          {attempt.role}
          {attempt.isShared && ', shared request'}
        </Text>
      </Table.Td>
      <Table.Td data-label="Outcome">
        {attempt.outcome.replaceAll('_', ' ')}
        {attempt.httpStatus !== null && attempt.httpStatus >= 400 && ` (HTTP ${attempt.httpStatus})`}
      </Table.Td>
      <Table.Td>{axis !== undefined && <Bar attempt={attempt} axis={axis} />}</Table.Td>
      <Table.Td className="number" data-label="Answered after">
        {askedAtMs === null || receivedAtMs === null ? '–' : duration(receivedAtMs - askedAtMs)}
      </Table.Td>
      <Table.Td className="number" data-label="Its own time">
        {sourceAtMs === null ? (
          <span className="muted">not stated</span>
        ) : (
          <>
            <Time at={sourceAtMs} clock />
            <Text size="xs" className="muted">
              {receivedAtMs !== null && `${duration(receivedAtMs - sourceAtMs)} before it arrived`}
            </Text>
          </>
        )}
      </Table.Td>
      <Table.Td className="number" data-label="Cost">
        {credits(attempt.costMicros)}
      </Table.Td>
    </Table.Tr>
  );
}

/** The answer of a source. A long one, such as the accounts of a chain, is folded. */
function Said({ data }: { readonly data: string }): ReactNode {
  const text = oneLine(data);
  const code = <Code className="answer">{text}</Code>;
  return text.length <= maxShownCharacters ? (
    code
  ) : (
    <details className="folded">
      <summary>What it answered</summary>
      {code}
    </details>
  );
}

/** Returns JSON as one line with spaces, so that it can wrap. */
function oneLine(json: string): string {
  return prettyJson(json).replaceAll(/\s*\n\s*/g, ' ');
}

function Bar({ attempt, axis }: { readonly attempt: AttemptView; readonly axis: TimeAxis }): ReactNode {
  const { askedAtMs, receivedAtMs, sourceAtMs } = attempt;
  if (askedAtMs === null) {
    return <span className="muted">not asked</span>;
  }
  const at = (timeMs: number): number => inset + placeOn(axis, timeMs) * (width - 2 * inset);
  const from = at(askedAtMs);
  const to = receivedAtMs === null ? width - inset : Math.max(from + 3, at(receivedAtMs));
  const isBeyond = sourceAtMs !== null && sourceAtMs < axis.startMs;
  const color = 'var(--mantine-primary-color-filled)';
  return (
    <svg width={width} height={height} role="img" aria-label={labelOf(attempt)}>
      <title>{labelOf(attempt)}</title>
      <line x1={inset} x2={width - inset} y1={middle} y2={middle} stroke="currentColor" opacity={0.15} />
      <line x1={at(axis.zeroMs)} x2={at(axis.zeroMs)} y1={2} y2={height - 2} stroke="currentColor" opacity={0.35} />
      <rect
        x={from}
        y={middle - 4}
        width={to - from}
        height={8}
        fill={receivedAtMs === null ? 'none' : color}
        stroke={color}
        strokeDasharray={receivedAtMs === null ? '3 3' : undefined}
      />
      {isBeyond && (
        <path
          d={`M ${inset + 5} ${middle - 5} L ${inset - 3} ${middle} L ${inset + 5} ${middle + 5}`}
          fill="none"
          stroke="currentColor"
          strokeWidth={2}
        />
      )}
      {sourceAtMs !== null && !isBeyond && (
        <circle
          cx={at(sourceAtMs)}
          cy={middle}
          r={4}
          fill="var(--mantine-color-body)"
          stroke="currentColor"
          strokeWidth={2}
        />
      )}
    </svg>
  );
}

function labelOf({ askedAtMs, receivedAtMs, sourceAtMs }: AttemptView): string {
  const answered =
    askedAtMs === null || receivedAtMs === null
      ? 'asked, no answer'
      : `answered after ${duration(receivedAtMs - askedAtMs)}`;
  return sourceAtMs === null || askedAtMs === null
    ? answered
    : `${answered}; the source measured ${duration(askedAtMs - sourceAtMs)} before it was asked`;
}
