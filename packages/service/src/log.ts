import { trace, type Context } from '@opentelemetry/api';
import { pino, type Logger } from 'pino';

export type { Logger } from 'pino';

/** Field names whose values never reach a log line, at any of the first three levels of an object. */
const secretFields = ['key', 'apiKey', 'authorization', 'secret', 'webhookSecret', 'adminToken', 'password', 'query'];

/** A JSON logger for one service, on standard output. */
export function createLogger(service: string, level: string): Logger {
  return pino({
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: '[secret]',
    },
  });
}

/** The ids that tie a log line to its trace; empty where there is no span. */
export function traceFields(context: Context): { traceId?: string; spanId?: string } {
  const span = trace.getSpanContext(context);
  return span === undefined ? {} : { traceId: span.traceId, spanId: span.spanId };
}
