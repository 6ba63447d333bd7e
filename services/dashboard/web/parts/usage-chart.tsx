import 'uplot/dist/uPlot.min.css';
import { useEffect, useRef, type ReactNode } from 'react';
import uPlot from 'uplot';
import type { UsageRow } from '../../src/api/routes/overview/route.ts';

const stepMs = { hour: 3_600_000, day: 86_400_000 } as const;
const barShare = 0.7;

type Props = {
  readonly rows: readonly UsageRow[];
  readonly step: 'hour' | 'day';
  readonly fromMs: number;
  readonly toMs: number;
  /** In CSS pixels. */
  readonly height: number;
};

/** Draws calls over time: all of them, and those without a delivered answer in front. */
export default function UsageChart({ rows, step, fromMs, toMs, height }: Props): ReactNode {
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = holder.current;
    if (element === null) {
      return undefined;
    }
    const style = getComputedStyle(element);
    const text = style.color;
    const axis = { stroke: text, grid: { stroke: `color-mix(in srgb, ${text} 15%, transparent)` } };
    const bars = uPlot.paths.bars?.({ size: [barShare, 60] });
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height,
        cursor: { drag: { x: false, y: false }, points: { show: false } },
        series: [
          {},
          {
            label: 'calls',
            points: { show: false },
            fill: '#4263eb',
            stroke: '#4263eb',
            width: 0,
            ...(bars && { paths: bars }),
          },
          {
            label: 'without an answer',
            points: { show: false },
            fill: '#e8590c',
            stroke: '#e8590c',
            width: 0,
            ...(bars && { paths: bars }),
          },
        ],
        axes: [axis, axis],
        scales: {
          x: { range: (_plot, min, max) => [min - stepMs[step] / 2_000, max + stepMs[step] / 2_000] },
          y: { range: (_plot, _min, max) => [0, Math.max(1, max)] },
        },
      },
      seriesOf(rows, step, fromMs, toMs),
      element,
    );
    const resize = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    resize.observe(element);
    return () => {
      resize.disconnect();
      plot.destroy();
    };
  }, [rows, step, fromMs, toMs, height]);
  return (
    <div
      ref={holder}
      role="img"
      aria-label="Calls over time; the table below has the figures"
      style={{ minHeight: height }}
    />
  );
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
    starts.map((at) => sum(at, ({ outcome }) => outcome !== 'delivered')),
  ];
}
