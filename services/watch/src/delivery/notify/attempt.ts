import { postFailures, type PostResult } from '@assay/egress/egress';

/** What one attempt to notify came to, in words for the watch's owner. None of them names an address. */
export type Attempt =
  | { readonly received: true; readonly httpStatus: number }
  | { readonly received: false; readonly httpStatus: number | undefined; readonly error: string };

/** Reads what came of a POST. Only a whole answer with a 2xx status is a receipt. */
export function attemptOf(posted: PostResult): Attempt {
  if (posted.kind === 'failed') {
    return { received: false, httpStatus: posted.status, error: postFailures[posted.reason] };
  }
  const { status } = posted;
  if (status >= 200 && status <= 299) {
    return { received: true, httpStatus: status };
  }
  const error =
    status >= 300 && status <= 399
      ? `the webhook answered with the redirect ${status}, and redirects are not followed`
      : `the webhook answered ${status}; only a 2xx status counts as received`;
  return { received: false, httpStatus: status, error };
}
