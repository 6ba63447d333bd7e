/** A signature that a caller requests and that this service can make. */
export type RequestedSignature = {
  /** The name of the signature in the headers of the response. */
  readonly label: string;
  /** A value that the signature repeats, so that a caller recognises the response to its own request. */
  readonly nonce?: string;
  /** A mark that the application chose. The signature repeats it like the nonce. */
  readonly tag?: string;
};

/** The parts of a response that every signature covers (RFC 9421, section 2). */
export const coveredComponents = ['@status', 'content-digest', 'x-trace-id'] as const;

const maxHeaderCharacters = 512;
const memberPattern = /^\s*([a-z*][a-z0-9_.*-]{0,63})=\(([^()]*)\)((?:;[^,;"]+(?:"[^"\\]*")?)*)\s*$/;
const parameterPattern = /;\s*([a-z*][a-z0-9_.*-]*)(?:=(?:"([\x20\x21\x23-\x5b\x5d-\x7e]*)"|([A-Za-z0-9?._-]+)))?/g;
const componentPattern = /^"([^"]*)"$/;

/**
 * Returns the first signature of an `Accept-Signature` header (RFC 9421, section 5.1) that this service can make, or
 * undefined when there is none. The service makes Ed25519 signatures over the covered components with its own key. A
 * request for anything else is not an error. The response then has no signature.
 * @param keyId the id of the key that signs.
 */
export function requestedSignature(
  header: string | readonly string[] | undefined,
  keyId: string,
): RequestedSignature | undefined {
  const text = String(header ?? '');
  if (text === '' || text.length > maxHeaderCharacters) {
    return undefined;
  }
  for (const member of text.split(/,(?=\s*[a-z*][a-z0-9_.*-]*=\()/)) {
    const [, label, components = '', parameters = ''] = memberPattern.exec(member) ?? [];
    if (label !== undefined && areCovered(components) && parameters.replaceAll(parameterPattern, '').trim() === '') {
      const signatureParameters = new Map(
        [...parameters.matchAll(parameterPattern)].map(([, name, value, bare]) => [name, value ?? bare]),
      );
      if (isPossible(signatureParameters, keyId)) {
        return {
          label,
          ...optional('nonce', signatureParameters.get('nonce')),
          ...optional('tag', signatureParameters.get('tag')),
        };
      }
    }
  }
  return undefined;
}

function areCovered(components: string): boolean {
  const covered: readonly string[] = coveredComponents;
  return components
    .split(' ')
    .filter((item) => item !== '')
    .every((item) => covered.includes(componentPattern.exec(item)?.[1] ?? ''));
}

function isPossible(parameters: ReadonlyMap<string | undefined, string | undefined>, keyId: string): boolean {
  const [algorithm, key] = [parameters.get('alg'), parameters.get('keyid')];
  return (algorithm === undefined || algorithm === 'ed25519') && (key === undefined || key === keyId);
}

function optional(name: 'nonce' | 'tag', value: string | undefined): { readonly [key in typeof name]?: string } {
  return value === undefined ? {} : { [name]: value };
}
