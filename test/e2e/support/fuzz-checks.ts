import type { FuzzRequest } from './fuzz-requests.ts';
import type { RawResponse } from './raw-http.ts';

/** The statuses with which Node.js refuses bytes that are not HTTP, before the gateway sees a request. */
const parserStatuses = new Set([400, 408, 413, 431]);
const emptyBodies = new Set(['', '0\r\n\r\n']);
const insideOfTheService = /node_modules|\.[jt]s:\d+|ECONNREFUSED|INSERT INTO|pg_catalog|TypeError|RangeError/;

type Body = {
  readonly status?: unknown;
  readonly code?: unknown;
  readonly error?: unknown;
  readonly traceId?: unknown;
  readonly verification?: { readonly traceId?: unknown };
};

/**
 * Returns how the responses to a request break the contract, in words. Undefined when they keep it.
 * @param traceIds the trace ids of earlier responses. The function adds the trace ids of these responses.
 */
export function faultOf(
  request: FuzzRequest,
  responses: readonly RawResponse[],
  traceIds: Set<string>,
): string | undefined {
  const problem =
    responses.length === 0 && !request.isCut
      ? 'the connection closed without a response'
      : responses
          .map((response) => problemOf(request, response, traceIds))
          .find((responseProblem) => responseProblem !== undefined);
  if (problem === undefined) {
    return undefined;
  }
  const bytes = Buffer.concat(request.pieces).toString('latin1');
  const responseTexts = responses.map(({ status, body }) => `${status} ${body.slice(0, 500)}`).join(' | ');
  return `${problem}\nrequest: ${JSON.stringify(bytes.slice(0, 4_000))}\nresponse: ${responseTexts}`;
}

function problemOf(request: FuzzRequest, response: RawResponse, traceIds: Set<string>): string | undefined {
  const traceId = response.headers.get('x-trace-id');
  if (traceId === undefined) {
    const isParserRefusal =
      !request.isValidHttp && parserStatuses.has(response.status) && emptyBodies.has(response.body);
    return isParserRefusal ? undefined : 'the response has no x-trace-id';
  }
  if (!/^tr_[0-9a-f]{32}$/.test(traceId)) {
    return `x-trace-id is malformed: ${traceId}`;
  }
  // A replayed response has the trace id of the original request.
  const isReplay = response.headers.get('idempotency-replayed') === 'true';
  if (traceIds.has(traceId) && !isReplay) {
    return 'two responses share a trace id';
  }
  traceIds.add(traceId);
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  if (!isJson || response.body === '') {
    return response.status >= 400 && !request.isHead ? 'the error is not JSON' : undefined;
  }
  const body = JSON.parse(response.body) as Body;
  return undocumentedFailure(request, response.status, body) ?? bodyProblem(response, body, traceId);
}

/**
 * Returns a description of a failure that the documentation does not allow. It allows 503 UNAVAILABLE, and 500
 * RESOLVE_FAILED unless an internal error is behind it. Undefined for any other response.
 */
function undocumentedFailure(request: FuzzRequest, status: number, { code, error }: Body): string | undefined {
  if (status < 500 || request.isHead) {
    return undefined;
  }
  const isDocumented =
    (status === 503 && code === 'UNAVAILABLE') ||
    (status === 500 && code === 'RESOLVE_FAILED' && !String(error).startsWith('the service failed'));
  return isDocumented ? undefined : `the response is an undocumented ${status}`;
}

function bodyProblem(response: RawResponse, body: Body, traceId: string): string | undefined {
  const { status } = body;
  if (response.status >= 400 && (typeof body.code !== 'string' || (status !== 'error' && status !== 'refused'))) {
    return 'the error body has no code or no status';
  }
  if (typeof status === 'string' && insideOfTheService.test(String(body.error))) {
    return 'the message names internals';
  }
  const answerTraceId = body.verification === undefined ? body.traceId : body.verification.traceId;
  const needsTraceId = response.status >= 400 || status === 'delivered' || status === 'no_source';
  return answerTraceId === traceId || (answerTraceId === undefined && !needsTraceId)
    ? undefined
    : 'traceId in the body is not x-trace-id';
}
