import { Fault } from '@assay/faults/faults';

/** The parameters of a question by name, in the catalog's normal form. */
export type MessageParams = Readonly<Record<string, string>>;

/**
 * Returns the two fields of a message that carry parameters: a map, and a JSON text for services of version 0.1. Remove
 * the text after version 0.2.
 * @param text the parameters as JSON, when the caller has it already.
 */
export function toProtoParams(
  params: MessageParams,
  text: string = JSON.stringify(params),
): { readonly params: { [name: string]: string }; readonly params_json: string } {
  return { params, params_json: text };
}

/**
 * Returns the parameters of a message. A service of version 0.1 sends them only as JSON text. Throws INTERNAL for a
 * text that is not a JSON object of strings.
 */
export function fromProtoParams(message: {
  readonly params: MessageParams;
  readonly params_json: string;
}): MessageParams {
  const { params, params_json: text } = message;
  return text === '' || isFilled(params) ? params : paramsOfText(text);
}

function isFilled(params: MessageParams): boolean {
  for (const _name in params) {
    return true;
  }
  return false;
}

function paramsOfText(text: string): MessageParams {
  let params: unknown;
  try {
    params = JSON.parse(text);
  } catch {
    throw malformed();
  }
  if (typeof params !== 'object' || params === null || Object.values(params).some((each) => typeof each !== 'string')) {
    throw malformed();
  }
  return params as MessageParams;
}

function malformed(): Fault {
  return new Fault('INTERNAL', undefined, { cause: new Error('the parameters of a message are no object of strings') });
}
