import { Group, Text } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import uPlot from 'uplot';
import type { EvidencePointView } from '../../src/api/routes/independence-history/route.ts';
import { verdictBands, verdictNats } from '../evidence-over-time.ts';
import { verdictLook } from './pair-graph.tsx';

const height = 240;
const bandOpacity = 0.14;
const headroom = 1.1;
/**
 * Minimum extent of the scale above zero, in nats; `minAgainst` is the one below zero. Without a minimum, the scale
 * would enlarge noise near zero.
 */
const minNats = 16;
const minAgainst = 4;
const minCount = 10;

type Props = {
  readonly points: readonly EvidencePointView[];
  /** A summary of the chart, for readers who cannot see it. */
  readonly summary: string;
};

/**
 * Draws the evidence on a pair over time. Evidence for one upstream is above zero, and evidence against it below.
 * Coloured bands show the verdicts.
 */
export default function EvidenceChart({ points, summary }: Props): ReactNode {
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = holder.current;
    if (element === null) {
      return undefined;
    }
    const plot = new uPlot(optionsOf(element, points), seriesOf(points), element);
    const resize = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    resize.observe(element);
    return () => {
      resize.disconnect();
      plot.destroy();
    };
  }, [points]);
  return (
    <>
      <div ref={holder} role="img" aria-label={summary} style={{ minHeight: height }} />
      <Group gap="lg" justify="center" aria-hidden="true">
        <Mark color="var(--shared)" text="for one upstream" />
        <Mark color="var(--independent)" text="against one upstream" />
        <Mark color="var(--unknown)" text="informative observations (right)" line="dashed" />
        <Mark color="currentColor" text={`${verdictNats.link} nats: they count as one`} line="dashed" />
        {[...new Set(points.map(({ verdict }) => verdict))].map((verdict) => (
          <Mark key={verdict} color={verdictLook(verdict).color} text={verdictLook(verdict).text} isBand />
        ))}
      </Group>
    </>
  );
}

function Mark(props: {
  readonly color: string;
  readonly text: string;
  readonly isBand?: boolean;
  readonly line?: 'solid' | 'dashed';
}): ReactNode {
  const band = { background: props.color, height: 14, opacity: 2 * bandOpacity, width: 18 };
  const line = { borderTop: `3px ${props.line ?? 'solid'} ${props.color}`, width: 18 };
  return (
    <Group gap={6}>
      <span style={props.isBand === true ? band : line} />
      <Text size="sm" className="muted">
        {props.text}
      </Text>
    </Group>
  );
}

/** Returns the colour of a CSS variable at the chart's element, because a canvas cannot use CSS variables. */
function colorIn(element: HTMLElement, color: string): string {
  const name = /^var\((.+)\)$/.exec(color)?.[1];
  return name === undefined ? color : getComputedStyle(element).getPropertyValue(name).trim();
}

function optionsOf(element: HTMLElement, points: readonly EvidencePointView[]): uPlot.Options {
  const { color: text, fontFamily } = getComputedStyle(element);
  const font = `12px ${fontFamily}`;
  const axis = { font, labelFont: font, stroke: text, grid: { show: false }, ticks: { stroke: text, width: 0.5 } };
  const line = (label: string, name: string): uPlot.Series => ({
    label,
    stroke: colorIn(element, name),
    width: 2,
    points: { show: points.length === 1, size: 7 },
    ...(uPlot.paths.stepped && { paths: uPlot.paths.stepped({ align: 1 }) }),
  });
  return {
    width: element.clientWidth,
    height,
    cursor: { drag: { x: false, y: false } },
    legend: { show: false },
    series: [
      {},
      line('for', 'var(--shared)'),
      line('against', 'var(--independent)'),
      { ...line('observations', 'var(--unknown)'), scale: 'count', dash: [6, 4], width: 1.5 },
    ],
    axes: [
      { ...axis, space: 80, values: (_plot, ats, _axis, _space, step) => ats.map((at) => tickText(at * 1_000, step)) },
      { ...axis, label: 'nats', labelSize: 18, size: 44 },
      { ...axis, scale: 'count', side: 1, size: 52 },
    ],
    scales: {
      y: {
        range: (_plot, min, max) => [Math.min(-minAgainst, min * headroom), Math.max(minNats, max * headroom)],
      },
      count: { range: (_plot, _min, max) => [0, Math.max(minCount, max * headroom)] },
    },
    hooks: { drawClear: [(plot) => drawBands(plot, element, points)] },
  };
}

const dayS = 86_400;
const dayTick = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const timeTick = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const secondTick = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

/**
 * Returns the text of a tick in the reader's time zone and language. A smaller step between ticks (in seconds) gives a
 * text with more detail.
 */
function tickText(atMs: number, stepS: number): string {
  const format = stepS >= dayS ? dayTick : stepS < 60 ? secondTick : timeTick;
  return format.format(new Date(atMs));
}

/**
 * Draws a band for each period with one verdict, and two lines. One line is at zero. The other is at the amount of
 * evidence from which two providers count as one upstream.
 */
function drawBands(plot: uPlot, element: HTMLElement, points: readonly EvidencePointView[]): void {
  const { ctx, bbox } = plot;
  ctx.save();
  for (const { fromMs, toMs, verdict } of verdictBands(points)) {
    const [left, right] = [fromMs, toMs].map((at) => plot.valToPos(at / 1_000, 'x', true));
    if (left !== undefined && right !== undefined) {
      ctx.globalAlpha = bandOpacity;
      ctx.fillStyle = colorIn(element, verdictLook(verdict).color);
      ctx.fillRect(left, bbox.top, right - left, bbox.height);
    }
  }
  ctx.globalAlpha = 0.6;
  ctx.strokeStyle = getComputedStyle(element).color;
  for (const [nats, dash] of [
    [0, []],
    [verdictNats.link, [4, 4]],
  ] as const) {
    const y = plot.valToPos(nats, 'y', true);
    ctx.setLineDash([...dash]);
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
  }
  ctx.restore();
}

function seriesOf(points: readonly EvidencePointView[]): uPlot.AlignedData {
  return [
    points.map(({ atMs }) => atMs / 1_000),
    points.map(({ nats }) => nats),
    points.map(({ natsAgainst }) => -natsAgainst),
    points.map(({ observations }) => observations),
  ];
}
