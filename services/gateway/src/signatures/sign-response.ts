import { createHash } from 'node:crypto';
import { coveredComponents, requestedSignature } from './requested-signature.ts';
import type { Signer } from './signing-keys.ts';

/** The parts of a response that its signature covers. */
export type SignedParts = {
  readonly status: number;
  readonly traceId: string;
  /** The content as sent, without a transfer coding. */
  readonly content: string | Buffer;
};

/**
 * Returns the headers that sign a response (RFC 9421 and RFC 9530), or undefined when the request asks for no signature
 * that this service can make. The signature covers the status, the content and the trace id, but not the identity of
 * the caller.
 * @param accepted the request's `Accept-Signature` header.
 * @param nowMs the time of the signature, in milliseconds since the Unix epoch.
 */
export function signatureHeaders(
  signer: Signer,
  accepted: string | readonly string[],
  parts: SignedParts,
  nowMs: number,
): Record<string, string> | undefined {
  const requested = requestedSignature(accepted, signer.keyId);
  if (requested === undefined) {
    return undefined;
  }
  const { label, nonce, tag } = requested;
  const digest = `sha-256=:${createHash('sha256').update(parts.content).digest('base64')}:`;
  const parameters = [
    `(${coveredComponents.map((name) => `"${name}"`).join(' ')})`,
    `created=${Math.floor(nowMs / 1_000)}`,
    `keyid="${signer.keyId}"`,
    'alg="ed25519"',
    ...(nonce === undefined ? [] : [`nonce="${nonce}"`]),
    ...(tag === undefined ? [] : [`tag="${tag}"`]),
  ].join(';');
  const base = [
    `"@status": ${parts.status}`,
    `"content-digest": ${digest}`,
    `"x-trace-id": ${parts.traceId}`,
    `"@signature-params": ${parameters}`,
  ].join('\n');
  return {
    'content-digest': digest,
    'signature-input': `${label}=${parameters}`,
    signature: `${label}=:${signer.sign(base).toString('base64')}:`,
  };
}
