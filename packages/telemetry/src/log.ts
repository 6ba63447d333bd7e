import { trace, type Context } from '@opentelemetry/api';
import { pino, type Logger, type LoggerOptions } from 'pino';
import { createLogOutput, type LogOutput } from './log-output.ts';

export type { Logger } from 'pino';

/** Names of fields whose values the logger masks. It masks them in the first three levels of an object. */
const secretFields = ['key', 'apiKey', 'authorization', 'secret', 'webhookSecret', 'adminToken', 'password', 'query'];

/**
 * Returns a logger that writes JSON lines of one service to standard output.
 * @param options.onLine called with each line too, after the logger has masked secrets.
 * @param options.output receives the lines instead of standard output.
 */
export function createLogger(
  service: string,
  level: string,
  options: { readonly onLine?: ((line: string) => void) | undefined; readonly output?: LogOutput } = {},
): Logger {
  const { onLine, output = createLogOutput(() => undefined) } = options;
  const settings: LoggerOptions = {
    ...(onLine === undefined ? {} : { hooks: { streamWrite: (line: string) => (onLine(line), line) } }),
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: '[secret]',
    },
  };
  return pino(settings, output);
}

/** Returns the ids that link a log line to its trace. Returns an empty object for a context without a span. */
export function traceFields(context: Context): { traceId?: string; spanId?: string } {
  const span = trace.getSpanContext(context);
  return span === undefined ? {} : { traceId: span.traceId, spanId: span.spanId };
}
