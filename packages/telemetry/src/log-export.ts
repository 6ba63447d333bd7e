import { ROOT_CONTEXT, trace, TraceFlags } from '@opentelemetry/api';
import { logs, SeverityNumber } from '@opentelemetry/api';

const severities: Readonly<Record<string, SeverityNumber>> = {
  trace: SeverityNumber.TRACE,
  debug: SeverityNumber.DEBUG,
  info: SeverityNumber.INFO,
  warn: SeverityNumber.WARN,
  error: SeverityNumber.ERROR,
  fatal: SeverityNumber.FATAL,
};

/**
 * Exports one line of the log, which is JSON, as an OpenTelemetry log record. The logger has already removed secrets
 * from the line.
 */
export function exportLogLine(line: string): void {
  const { level, time, msg, traceId, spanId, service: _service, ...attributes } = JSON.parse(line) as Line;
  const inTrace = traceId !== undefined && spanId !== undefined;
  logs.getLogger('assay').emit({
    severityText: level,
    severityNumber: severities[level] ?? SeverityNumber.UNSPECIFIED,
    timestamp: new Date(time),
    ...(msg === undefined ? {} : { body: msg }),
    attributes: attributes as Record<string, string>,
    ...(inTrace
      ? { context: trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED }) }
      : {}),
  });
}

type Line = {
  readonly level: string;
  readonly time: string;
  readonly msg?: string;
  readonly traceId?: string;
  readonly spanId?: string;
  readonly service?: string;
} & Readonly<Record<string, unknown>>;
