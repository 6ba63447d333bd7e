import type { HrTime } from '@opentelemetry/api';
import { ValueType } from '@opentelemetry/api';
import { hrTime, millisToHrTime } from '@opentelemetry/core';
import { emptyResource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  DataPointType,
  type HistogramMetricData,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import type { Registry } from 'prom-client';

type Labels = Readonly<Record<string, string | number>>;

/** One metric of a registry, as getMetricsAsJSON returns it at run time. */
type RegistryMetric = {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly values: readonly { readonly value: number; readonly labels: Labels; readonly metricName?: string }[];
};

type Times = { readonly startTime: HrTime; readonly endTime: HrTime };

const scope = { name: 'assay' };

/**
 * Returns a producer that provides the metrics of a Prometheus registry to a metric reader, under the names that they
 * have in the registry. Counters and histograms are cumulative since the start of the process.
 */
export function createRegistryProducer(registry: Registry): MetricProducer {
  const startTime = millisToHrTime(Date.now());
  return {
    collect: async () => {
      const registered = (await registry.getMetricsAsJSON()) as unknown as readonly RegistryMetric[];
      const times = { startTime, endTime: hrTime() };
      const metrics = registered.filter(({ values }) => values.length > 0).map((metric) => toMetricData(metric, times));
      return { resourceMetrics: { resource: emptyResource(), scopeMetrics: [{ scope, metrics }] }, errors: [] };
    },
  };
}

function toMetricData(metric: RegistryMetric, times: Times): MetricData {
  const descriptor = {
    // An OpenMetrics scrape removes the suffix `_total` from the counter's name in the registry, so this adds it again.
    name: metric.type === 'counter' && !metric.name.endsWith('_total') ? `${metric.name}_total` : metric.name,
    description: metric.help,
    unit: metric.name.endsWith('_seconds') ? 's' : metric.name.endsWith('_bytes') ? 'By' : '',
    valueType: ValueType.DOUBLE,
  };
  const shared = { descriptor, aggregationTemporality: AggregationTemporality.CUMULATIVE };
  if (metric.type === 'histogram') {
    return { ...shared, dataPointType: DataPointType.HISTOGRAM, dataPoints: histogramPoints(metric, times) };
  }
  const dataPoints = metric.values.map(({ value, labels }) => ({ ...times, attributes: { ...labels }, value }));
  return metric.type === 'counter'
    ? { ...shared, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
    : { ...shared, dataPointType: DataPointType.GAUGE, dataPoints };
}

type HistogramPoint = HistogramMetricData['dataPoints'][number];

/**
 * Groups the lines of a histogram by their labels. Prometheus counts all values up to a bucket's bound; the result has
 * the count of each bucket alone.
 */
function histogramPoints(metric: RegistryMetric, times: Times): HistogramPoint[] {
  const series = new Map<
    string,
    { labels: Labels; bounds: number[]; cumulative: number[]; sum: number; count: number }
  >();
  for (const { value, labels, metricName = metric.name } of metric.values) {
    const { le, ...own } = labels;
    const id = JSON.stringify(Object.entries(own).toSorted(([a], [b]) => (a < b ? -1 : 1)));
    const histogram = series.get(id) ?? { labels: own, bounds: [], cumulative: [], sum: 0, count: 0 };
    series.set(id, histogram);
    if (metricName.endsWith('_sum')) {
      histogram.sum = value;
    } else if (metricName.endsWith('_count')) {
      histogram.count = value;
    } else if (le !== '+Inf') {
      histogram.bounds.push(Number(le));
      histogram.cumulative.push(value);
    }
  }
  return [...series.values()].map(({ labels, bounds, cumulative, sum, count }) => {
    const upTo = [...cumulative, count];
    const counts = upTo.map((total, index) => total - (upTo[index - 1] ?? 0));
    return { ...times, attributes: { ...labels }, value: { buckets: { boundaries: bounds, counts }, sum, count } };
  });
}
