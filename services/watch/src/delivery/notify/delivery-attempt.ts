import { SpanKind } from '@opentelemetry/api';
import { postFailures, type Egress, type PostResult } from '@assay/egress/egress';
import { traceparentOf, type CallContext } from '@assay/rpc/context';
import { endSpan, startSpan } from '@assay/rpc/spans';

/**
 * The result of the single POST of a notification, with a message for the watch's owner. The message contains no
 * address.
 */
export type DeliveryAttempt =
  | { readonly received: true; readonly httpStatus: number }
  | { readonly received: false; readonly httpStatus: number | undefined; readonly error: string };

/**
 * The result of sending a notification. `prevented` means that nothing was sent, because `mayConnect` did not allow it.
 */
export type SendResult = DeliveryAttempt | 'prevented';

/**
 * Sends a notification to its webhook once, and returns whether the webhook received it. Rejects only when `mayConnect`
 * rejects.
 * @param body the signed text of notificationBody.
 * @param mayConnect receives the names of the destinations, and decides whether to connect to the webhook.
 */
export async function attemptDelivery(
  webhookUrl: string,
  body: string,
  trace: CallContext['trace'],
  post: Egress['post'],
  mayConnect: (destinations: readonly string[]) => Promise<boolean>,
): Promise<SendResult> {
  const { span, trace: postTrace } = startSpan('notify webhook', trace, {
    kind: SpanKind.CLIENT,
    attributes: { 'http.request.method': 'POST' },
  });
  const traceparent = traceparentOf({ trace: postTrace, deadlineAtMs: 0 });
  let result: PostResult;
  try {
    result = await post(webhookUrl, body, { 'content-type': 'application/json', traceparent }, mayConnect);
  } catch (error) {
    endSpan(span, 'not sent');
    throw error;
  }
  if (result.kind === 'prevented') {
    endSpan(span, 'prevented');
    return 'prevented';
  }
  if (result.status !== undefined) {
    span.setAttribute('http.response.status_code', result.status);
  }
  endSpan(span, result.kind === 'failed' ? result.reason : undefined);
  return readAttempt(result);
}

/** Converts the result of a POST to a delivery attempt. Only a response with a 2xx status counts as received. */
function readAttempt(result: Exclude<PostResult, { kind: 'prevented' }>): DeliveryAttempt {
  if (result.kind === 'failed') {
    return { received: false, httpStatus: result.status, error: postFailures[result.reason] };
  }
  const { status } = result;
  if (status >= 200 && status <= 299) {
    return { received: true, httpStatus: status };
  }
  const error =
    status >= 300 && status <= 399
      ? `the webhook answered with the redirect ${status}, and redirects are not followed`
      : `the webhook answered ${status}; only a 2xx status counts as received`;
  return { received: false, httpStatus: status, error };
}
