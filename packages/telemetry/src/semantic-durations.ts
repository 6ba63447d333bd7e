import { createNoopMeter, metrics, type Histogram } from '@opentelemetry/api';
import type { FinishedCall } from './finished-call.ts';

/**
 * Returns a function that records calls under the names of the OpenTelemetry semantic conventions:
 * http.server.request.duration and rpc.server.call.duration, in seconds. It records only when metrics are exported over
 * OTLP. For Prometheus, assay_call_duration_seconds in the registry records the same calls.
 */
export function createSemanticDurations(boundaries: readonly number[]): (call: FinishedCall) => void {
  let histograms: Histograms | 'none' | undefined;
  return (call) => {
    // Create the histograms at the first call. A meter that was created before the SDK started would never record.
    histograms ??= createHistograms(boundaries);
    if (histograms === 'none') {
      return;
    }
    const seconds = call.durationMs / 1_000;
    if (call.kind === 'http') {
      const [method = '', route = ''] = call.method.split(' ');
      histograms.http.record(seconds, {
        'http.request.method': method,
        'http.route': route,
        'url.scheme': 'http',
        ...(call.status === undefined ? {} : { 'http.response.status_code': call.status }),
        ...errorType((call.status ?? 0) >= 500 ? String(call.status) : undefined),
      });
    } else {
      histograms.rpc.record(seconds, {
        'rpc.system.name': 'grpc',
        'rpc.method': call.method.slice(1),
        ...errorType(call.outcome === 'OK' ? undefined : call.outcome),
      });
    }
  };
}

type Histograms = { readonly http: Histogram; readonly rpc: Histogram };

/**
 * Returns the histograms, or `none` when metrics are not exported. Calls then do not build attributes that nobody
 * reads.
 */
function createHistograms(boundaries: readonly number[]): Histograms | 'none' {
  const meter = metrics.getMeter('assay');
  if (meter === createNoopMeter()) {
    return 'none';
  }
  const options = { unit: 's', advice: { explicitBucketBoundaries: [...boundaries] } };
  return {
    http: meter.createHistogram('http.server.request.duration', {
      ...options,
      description: 'Duration of HTTP server requests.',
    }),
    rpc: meter.createHistogram('rpc.server.call.duration', {
      ...options,
      description: 'Duration of calls that a gRPC server served.',
    }),
  };
}

function errorType(code: string | undefined): Record<string, string> {
  return code === undefined ? {} : { 'error.type': code };
}
