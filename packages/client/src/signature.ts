import { webCrypto } from './webcrypto.ts';

/** A public Ed25519 key of a JSON Web Key Set (RFC 8037). */
export type SignatureKey = {
  readonly kty: string;
  readonly crv?: string;
  readonly x?: string;
  readonly kid?: string;
};

/** The service's key set, as `/.well-known/jwks.json` publishes it. */
export type SignatureKeySet = { readonly keys: readonly SignatureKey[] };

/** A signed answer, as it was received or stored. */
export type SignedAnswer = {
  readonly status: number;
  /** The headers of the response: a Headers object, or an object with lowercase names. */
  readonly headers: Pick<Headers, 'get'> | Readonly<Record<string, string | undefined>>;
  /** The body, byte for byte as it arrived. */
  readonly body: string | Uint8Array;
};

/** The facts that a signature proves: the key that signed, the time, and the request that was answered. */
export type VerifiedSignature = {
  readonly keyId: string;
  readonly createdAt: Date;
  readonly traceId: string;
  /** The nonce of the request that asked for the signature. Absent when the request had none. */
  readonly nonce?: string;
};

/**
 * The error for an answer that has no signature, or that differs from what the service signed. The message says which.
 */
export class AssaySignatureError extends Error {
  override readonly name = 'AssaySignatureError';
  /** Whether the key set lacks the signing key. A newer key set may contain it. */
  readonly isKeyUnknown: boolean;

  constructor(message: string, options: { readonly isKeyUnknown?: boolean } = {}) {
    super(message);
    this.isKeyUnknown = options.isKeyUnknown ?? false;
  }
}

/** The components that every signature must cover, so that none of them can be replaced. */
const requiredComponents = ['@status', 'content-digest', 'x-trace-id'];
const inputPattern = /^([a-z*][a-z0-9_.*-]*)=(\(([^()]*)\)((?:;[a-z]+=(?:\d+|"[^"\\]*"))*))$/;

/**
 * Verifies a signed answer (RFC 9421 with Ed25519, RFC 9530) with the service's public keys. It needs no network, so a third
 * party can check a stored answer. Returns the facts that the signature proves. Throws an AssaySignatureError for an answer
 * without a signature, for a changed answer, and for a signing key that the set lacks.
 */
export async function verifySignature(answer: SignedAnswer, keySet: SignatureKeySet): Promise<VerifiedSignature> {
  const signatureInput = headerOf(answer, 'signature-input');
  const [, label, parameters = '', components = '', rest = ''] = inputPattern.exec(signatureInput) ?? [];
  if (label === undefined) {
    throw new AssaySignatureError(
      'the answer has no signature: ask for one with the header Accept-Signature, and store the headers as they arrived',
    );
  }
  const names = components.split(' ').map((name) => name.replaceAll('"', ''));
  const missing = requiredComponents.find((name) => !names.includes(name));
  if (missing !== undefined) {
    throw new AssaySignatureError(`the signature does not cover ${missing}`);
  }
  const signatureParameters = parametersOf(rest);
  const keyId = signatureParameters.get('keyid') ?? '';
  const digest = headerOf(answer, 'content-digest');
  if (digest !== (await digestOf(answer.body))) {
    throw new AssaySignatureError('the body is not the one that was signed: its digest differs');
  }
  const traceId = headerOf(answer, 'x-trace-id');
  const values = new Map([
    ['@status', String(answer.status)],
    ['content-digest', digest],
    ['x-trace-id', traceId],
  ]);
  const base = [
    ...names.map((name) => `"${name}": ${values.get(name) ?? headerOf(answer, name)}`),
    `"@signature-params": ${parameters}`,
  ].join('\n');
  const signature = new RegExp(`^${label}=:([A-Za-z0-9+/]+=*):$`).exec(headerOf(answer, 'signature'))?.[1] ?? '';
  if (signatureParameters.get('alg') !== 'ed25519' || !(await isSignedBy(keyOf(keySet, keyId), signature, base))) {
    throw new AssaySignatureError('the signature is not valid for this answer');
  }
  const nonce = signatureParameters.get('nonce');
  return {
    keyId,
    createdAt: new Date(Number(signatureParameters.get('created')) * 1_000),
    traceId,
    ...(nonce === undefined ? {} : { nonce }),
  };
}

function headerOf({ headers }: SignedAnswer, name: string): string {
  const value = typeof headers.get === 'function' ? headers.get(name) : (headers as Record<string, unknown>)[name];
  return typeof value === 'string' ? value.trim() : '';
}

function parametersOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    [...text.matchAll(/;([a-z]+)=(?:"([^"]*)"|(\d+))/g)].map(([, name = '', quoted, number]) => [
      name,
      quoted ?? number ?? '',
    ]),
  );
}

function keyOf({ keys }: SignatureKeySet, keyId: string): SignatureKey {
  const key = keys.find(({ kid, kty, crv }) => kid === keyId && kty === 'OKP' && crv === 'Ed25519');
  if (key === undefined) {
    throw new AssaySignatureError(`the key set has no key "${keyId}": fetch /.well-known/jwks.json again`, {
      isKeyUnknown: true,
    });
  }
  return key;
}

async function isSignedBy({ kty, crv, x }: SignatureKey, signature: string, base: string): Promise<boolean> {
  const { subtle } = await webCrypto();
  const jwk = { kty, crv: crv ?? '', x: x ?? '' };
  const key = await subtle.importKey('jwk', jwk, { name: 'Ed25519' }, false, ['verify']);
  return subtle.verify({ name: 'Ed25519' }, key, bytesOf(signature), new TextEncoder().encode(base));
}

async function digestOf(body: string | Uint8Array): Promise<string> {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const digest = await (await webCrypto()).subtle.digest('SHA-256', bytes);
  return `sha-256=:${btoa(String.fromCharCode(...new Uint8Array(digest)))}:`;
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
