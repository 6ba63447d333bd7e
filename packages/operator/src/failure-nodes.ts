import { faults, isFaultCode } from '@assay/faults/faults';
import type { FailedCall__Output } from '@assay/rpc/gen/assay/engine/v1/FailedCall';
import type { TreeNode } from './tree-node.ts';

/** Returns the first line of a trace without a decision. */
export function failureHeadline(failed: FailedCall__Output | undefined): string {
  return failed === undefined ? 'no recorded decision' : `error ${failed.http_status} ${failed.code}`;
}

/**
 * Returns the lines about a failed call: the question, the message that the caller received, and how to correct the
 * call.
 */
export function failureNodes(failed: FailedCall__Output): TreeNode[] {
  const row: { readonly http: number; readonly remedy?: string } =
    faults[isFaultCode(failed.code) ? failed.code : 'INTERNAL'];
  const { left_out: leftOut } = failed;
  return [
    { line: `sent      ${[failed.method, failed.path, failed.body_json].filter((part) => part !== '').join(' ')}` },
    {
      line: `answered  ${new Date(Number(failed.failed_at_ms)).toISOString()}, after ${failed.latency_ms} ms, for account ${failed.account_id}, key ${failed.key_id}`,
    },
    { line: `error     ${failed.http_status} ${failed.code}: ${failed.message}` },
    ...(row.remedy === undefined ? [] : [{ line: `remedy    ${row.remedy.replaceAll('`', '')}` }]),
    ...(leftOut === 0
      ? []
      : [{ line: `left out  ${leftOut} other failed calls of the account in the same minute are not stored` }]),
  ];
}
