import { createHash, createPublicKey, verify, type JsonWebKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { httpbis } from 'http-message-signatures';

/**
 * Checks a stored answer offline with http-message-signatures, an independent implementation of RFC 9421. It prints the
 * signed facts, and exits with 2 when the answer is not genuine.
 *
 *     node examples/verify-answer.ts proof.json
 */
type Proof = {
  readonly answer: { readonly status: number; readonly headers: Record<string, string>; readonly body: string };
  readonly keySet: { readonly keys: readonly (JsonWebKey & { readonly kid: string })[] };
};

const [file = 'proof.json'] = process.argv.slice(2);
const { answer, keySet } = JSON.parse(readFileSync(file, 'utf8')) as Proof;

/** The parts that a signature must cover. The library checks only the signature, so this program checks its coverage. */
const requiredFields = ['@status', 'content-digest', 'x-trace-id'];
const digest = `sha-256=:${createHash('sha256').update(answer.body).digest('base64')}:`;
const isSigned = await httpbis.verifyMessage(
  {
    all: true,
    requiredFields,
    keyLookup: async ({ keyid }) => {
      const jwk = keySet.keys.find(({ kid }) => kid === keyid);
      if (jwk === undefined) {
        return null;
      }
      const key = createPublicKey({ key: jwk, format: 'jwk' });
      return { id: jwk.kid, algs: ['ed25519'], verify: async (data, signature) => verify(null, data, key, signature) };
    },
  },
  { status: answer.status, headers: answer.headers },
);
if (isSigned === true && answer.headers['content-digest'] === digest) {
  console.log(`genuine: ${answer.headers['x-trace-id']} ${answer.body}`);
} else {
  console.log('not genuine: the answer is not the one that was signed');
  process.exitCode = 2;
}
