import { AssaySignatureError, verifySignature, type SignatureKeySet } from './signature.ts';
import type { ApiResponse } from './transport.ts';

/** The header that asks the service to sign its answer. */
export const signatureRequest = { 'accept-signature': 'sig1=();created;keyid;alg="ed25519"' };

/** Verifies the signature of a response. Throws an AssaySignatureError for a response that is not genuine. */
export type ResponseVerifier = (response: ApiResponse) => Promise<void>;

/**
 * Creates a verifier that fetches the service's key set once. It fetches the set again when a response names an unknown key,
 * because the service may have added one.
 */
export function createResponseVerifier(getKeySet: () => Promise<SignatureKeySet>): ResponseVerifier {
  let cachedKeySet: Promise<SignatureKeySet> | undefined;
  const keySet = (): Promise<SignatureKeySet> => {
    cachedKeySet ??= getKeySet().catch((thrown: unknown) => {
      cachedKeySet = undefined;
      throw thrown;
    });
    return cachedKeySet;
  };
  return async ({ status, headers, text }) => {
    const answer = { status, headers, body: text };
    try {
      await verifySignature(answer, await keySet());
    } catch (thrown) {
      if (!(thrown instanceof AssaySignatureError && thrown.isKeyUnknown)) {
        throw thrown;
      }
      cachedKeySet = undefined;
      await verifySignature(answer, await keySet());
    }
  };
}
