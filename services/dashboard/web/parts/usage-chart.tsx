import { gateVerdicts, type UsageOutcome } from '@assay/catalog/outcomes';
import { Group, Text } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import uPlot from 'uplot';
import type { UsageRow } from '../../src/api/routes/overview/route.ts';

const stepMs = { hour: 3_600_000, day: 86_400_000 } as const;
const barShare = 0.7;
/** Factor by which the scale is higher than the highest bar. */
const headroom = 1.08;
const daySeconds = 86_400;
const longerSteps = [2, 3, 4, 6, 12, 24]
  .map((hours) => hours * 3_600)
  .concat([2, 5, 7, 14, 30].map((days) => days * daySeconds));
const colors = { answered: '--accent', others: '--bad' } as const;

/**
 * Outcomes that count as answered. They include a gate's verdict, and a watch whose condition was not met (`unmet`).
 */
const answered: ReadonlySet<string> = new Set<UsageOutcome>(['delivered', 'unmet', ...gateVerdicts]);

type Props = {
  readonly rows: readonly UsageRow[];
  readonly step: 'hour' | 'day';
  readonly fromMs: number;
  readonly toMs: number;
  /** In CSS pixels. */
  readonly height: number;
};

/** Draws calls over time: all calls, and in front of them the calls without a delivered answer. */
export function UsageChart({ rows, step, fromMs, toMs, height }: Props): ReactNode {
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = holder.current;
    if (element === null) {
      return undefined;
    }
    const plot = new uPlot(optionsOf(element, step, height), seriesOf(rows, step, fromMs, toMs), element);
    const resize = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    resize.observe(element);
    return () => {
      resize.disconnect();
      plot.destroy();
    };
  }, [rows, step, fromMs, toMs, height]);
  return (
    <>
      <div
        ref={holder}
        role="img"
        aria-label="Calls over time; the table below has the figures"
        style={{ minHeight: height }}
      />
      <Group gap="lg" justify="center">
        <Mark color={colors.answered} text="with an answer" />
        <Mark color={colors.others} text="without an answer" />
      </Group>
    </>
  );
}

function optionsOf(element: HTMLElement, step: Props['step'], height: number): uPlot.Options {
  const style = getComputedStyle(element);
  const text = style.color;
  // A canvas cannot use CSS variables.
  const color = (name: string): string => style.getPropertyValue(name).trim();
  const lines = { stroke: gridColor(text), width: 1 };
  const axis = { font: `12px ${style.fontFamily}`, stroke: text, grid: { show: false }, ticks: lines };
  const bars = uPlot.paths.bars?.({ size: [barShare, 60] });
  return {
    width: element.clientWidth,
    height,
    // Days begin at midnight UTC, as in the ledger.
    ...(step === 'day' && { tzDate: (seconds: number) => uPlot.tzDate(new Date(seconds * 1_000), 'Etc/UTC') }),
    cursor: { drag: { x: false, y: false }, points: { show: false } },
    legend: { show: false },
    series: [
      {},
      {
        label: 'calls',
        points: { show: false },
        fill: color(colors.answered),
        stroke: color(colors.answered),
        width: 0,
        ...(bars && { paths: bars }),
      },
      {
        label: 'without an answer',
        points: { show: false },
        fill: color(colors.others),
        stroke: color(colors.others),
        width: 0,
        ...(bars && { paths: bars }),
      },
    ],
    axes: [
      {
        ...axis,
        space: 70,
        incrs: [stepMs[step] / 1_000, ...longerSteps],
        values: (_plot, ats) => ats.map(tickText(step)),
      },
      { ...axis, grid: lines },
    ],
    scales: {
      x: { range: (_plot, min, max) => [min - stepMs[step] / 2_000, max + stepMs[step] / 2_000] },
      y: { range: (_plot, _min, max) => [0, Math.max(1, max * headroom)] },
    },
  };
}

function Mark({ color, text }: { readonly color: string; readonly text: string }): ReactNode {
  return (
    <Group gap={6}>
      <span style={{ background: `var(${color})`, height: 12, width: 12 }} />
      <Text size="sm" className="muted">
        {text}
      </Text>
    </Group>
  );
}

/** A canvas cannot use CSS functions, so the grid has the text's colour with less opacity. */
function gridColor(text: string): string {
  return text.startsWith('rgb(') ? text.replace('rgb(', 'rgba(').replace(')', ', 0.15)') : text;
}

/** Returns the text of a tick: the day, or the hour when each bar is an hour. Steps begin in UTC. */
function tickText(step: 'hour' | 'day'): (seconds: number) => string {
  const format = new Intl.DateTimeFormat(
    undefined,
    step === 'hour' ? { hour: '2-digit', minute: '2-digit' } : { day: 'numeric', month: 'short', timeZone: 'UTC' },
  );
  return (seconds) => format.format(new Date(seconds * 1_000));
}

function seriesOf(rows: readonly UsageRow[], step: 'hour' | 'day', fromMs: number, toMs: number): uPlot.AlignedData {
  const length = stepMs[step];
  const starts: number[] = [];
  for (let at = Math.floor(fromMs / length) * length; at <= toMs; at += length) {
    starts.push(at);
  }
  const sum = (at: number, counts: (row: UsageRow) => boolean): number =>
    rows.filter((row) => row.startMs === at && counts(row)).reduce((total, row) => total + row.calls, 0);
  return [
    starts.map((at) => at / 1_000),
    starts.map((at) => sum(at, () => true)),
    starts.map((at) => sum(at, ({ outcome }) => !answered.has(outcome))),
  ];
}
