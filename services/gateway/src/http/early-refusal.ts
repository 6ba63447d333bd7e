import type { Fault } from '@assay/faults/faults';
import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { publicFaultOf, type PublicFault } from '../answers/error-body.ts';
import type { Arrival, ExchangeOptions } from './exchange.ts';
import { faultOfRefusal, type KeyRefusal } from '../admission/key-refusal.ts';
import { captureBody, discardBody, maxBodyBytes } from './request-body.ts';
import { allowsNoOrigin } from './cors.ts';
import { commonHeaders } from './response-writer.ts';

/**
 * Writes the refusals that need no call to another service. They must cost little time, because a caller can send any
 * number of refused requests.
 */
export type EarlyRefusals = {
  /**
   * Writes the refusal and returns true. Returns false without writing if the response needs more: a signature, CORS
   * headers, or a recorded span.
   */
  readonly write: (arrival: Arrival, refused: KeyRefusal) => boolean;
};

/** A body in two parts. The trace id goes between the parts. */
type PreparedBody = Omit<PublicFault, 'body'> & {
  readonly lead: string;
  readonly tail: string;
  readonly fault: Fault;
};

/** A placeholder for the trace id while a body is prepared. */
const traceIdMark = '{traceId}';
/** Maximum number of limits whose messages are cached. The operator chooses the limits, so there are few. */
const maxLimits = 1_000;

/** Creates the writer of early refusals. Its responses are the same as those of the general response writer. */
export function createEarlyRefusals(options: ExchangeOptions): EarlyRefusals {
  const { mode, stopping, corsOrigins, signer, onEnd, callTimeoutMs } = options;
  const bodyOf = prepareBodies();
  return {
    write: (arrival, refused) => {
      const { request, response, span, trace, traceId, operation, atMs } = arrival;
      const isPlain = allowsNoOrigin(corsOrigins) && (signer === undefined || !('accept-signature' in request.headers));
      if (!isPlain || span.isRecording()) {
        return false;
      }
      const { status, code, lead, tail, fault } = bodyOf(refused);
      const body = lead + traceId + tail;
      const headers = [
        ...commonHeaders[mode],
        'content-length',
        String(Buffer.byteLength(body)),
        'x-trace-id',
        traceId,
      ];
      pushRefusalHeaders(headers, refused);
      if (stopping()) {
        headers.push('connection', 'close');
      }
      response.writeHead(status, headers);
      response.end(body);
      const durationMs = performance.now() - atMs;
      if (refused.refusal === 'window_full') {
        const { caller } = refused;
        const body = (): Promise<Buffer | undefined> => captureBody(request);
        options.onFailed?.({ caller, request, traceId, status, code, fault, durationMs, body });
      }
      // Node.js itself reads and drops a short body.
      if (!hasShortBody(request)) {
        discardBody(request);
      }
      span.end();
      const context = { trace, deadlineAtMs: atMs + callTimeoutMs };
      onEnd({ operation, status, code, fault: undefined, durationMs, context });
      return true;
    },
  };
}

function hasShortBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return length !== undefined && Number(length) <= maxBodyBytes;
}

function prepareBodies(): (refused: KeyRefusal) => PreparedBody {
  const prepared = new LRUCache<string | number, PreparedBody>({ max: maxLimits });
  return (refused) => {
    const name = refused.refusal === 'window_full' ? refused.limits.limit : refused.refusal;
    const known = prepared.get(name);
    if (known !== undefined) {
      return known;
    }
    const fault = faultOfRefusal(refused);
    const { body, ...faultWithoutBody } = publicFaultOf(fault, traceIdMark);
    const [lead = '', tail = ''] = body.split(traceIdMark);
    const parts = { ...faultWithoutBody, lead, tail, fault };
    prepared.set(name, parts);
    return parts;
  };
}

function pushRefusalHeaders(headers: string[], refused: KeyRefusal): void {
  switch (refused.refusal) {
    case 'window_full': {
      const { limit, remaining, resetSeconds } = refused.limits;
      const reset = String(resetSeconds);
      headers.push(
        'ratelimit-limit',
        String(limit),
        'ratelimit-remaining',
        String(remaining),
        'ratelimit-reset',
        reset,
      );
      headers.push('retry-after', reset);
      return;
    }
    case 'unknown_keys':
      headers.push('retry-after', String(refused.retryAfterSeconds));
      return;
    default:
      headers.push('www-authenticate', 'Bearer realm="assay"');
  }
}
