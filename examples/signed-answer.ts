import { writeFileSync } from 'node:fs';
import { Assay } from '@assay/client';
import type { SignatureKeySet, SignedAnswer } from '@assay/client/signature';

/**
 * Asks for a price with a signature, and stores the answer with the service's public keys. A third party can then verify the
 * answer offline, as verify-answer.ts does.
 *
 *     ASSAY_API_KEY=asy_... ASSAY_BASE_URL=http://localhost:8080 node examples/signed-answer.ts proof.json
 */
const [file = 'proof.json'] = process.argv.slice(2);
const assay = new Assay();
let proof: SignedAnswer | undefined;
const answer = await assay.getData('token.price', { token: 'SOL' }, { verifySignature: (signed) => (proof = signed) });
const response = await fetch(`${process.env['ASSAY_BASE_URL']}/.well-known/jwks.json`);
const keySet = (await response.json()) as SignatureKeySet;
if (proof?.headers instanceof Headers) {
  const headers = Object.fromEntries(proof.headers);
  writeFileSync(file, JSON.stringify({ answer: { ...proof, headers }, keySet }, undefined, 2));
  console.log(`${answer.status}: stored the signed answer ${answer.traceId} in ${file}`);
}
