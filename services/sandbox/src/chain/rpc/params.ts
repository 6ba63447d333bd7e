import { base58 } from '@scure/base';
import { accountJson, type ChainAccount } from '../account.ts';
import { readAddress } from '../address.ts';
import type { SandboxNode } from '../nodes.ts';
import { invalidParams, RpcError } from './rpc-error.ts';

/** The parameters of a call, by position. */
export type RpcParams = readonly unknown[];

/** The options object, which is the last parameter of most methods. */
export type RpcOptions = Readonly<Record<string, unknown>>;

const commitments: readonly unknown[] = ['processed', 'confirmed', 'finalized'];
const maxBase58DataBytes = 128;

/** Returns the address at a position of the parameters. Throws for any other value. */
export function addressAt(params: RpcParams, position: number): string {
  return checkedAddress(params[position]);
}

/** Returns a value as an address. Throws for a value that is not 32 bytes in base58. */
export function checkedAddress(address: unknown): string {
  if (typeof address !== 'string') {
    throw invalidParams('an address must be a string in base58');
  }
  if (readAddress(address) === undefined) {
    throw new RpcError(-32_602, 'Invalid param: an address must be 32 bytes in base58');
  }
  return address;
}

/**
 * Returns the options at a position, or empty options when they are absent. Throws for an unknown commitment. The chain
 * has no forks, so every commitment gives the same state.
 */
export function optionsAt(params: RpcParams, position: number): RpcOptions {
  const value = params[position] ?? {};
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw invalidParams('options must be an object');
  }
  const options = value as RpcOptions;
  if (options['commitment'] !== undefined && !commitments.includes(options['commitment'])) {
    throw invalidParams(`commitment must be one of ${commitments.join(', ')}`);
  }
  return options;
}

/** Returns an option that is a whole number, or undefined when the option is absent. */
export function wholeNumberOption(options: RpcOptions, name: string): number | undefined {
  const value = options[name] ?? undefined;
  if (value !== undefined && (!Number.isSafeInteger(value) || (value as number) < 0)) {
    throw invalidParams(`${name} must be a whole number of 0 or more`);
  }
  return value as number | undefined;
}

/** Returns the slot for which a node replies. Throws when this slot is below the minimum that the caller requested. */
export function contextSlot(node: SandboxNode, options: RpcOptions): number {
  const minSlot = wholeNumberOption(options, 'minContextSlot');
  const slot = node.slot();
  if (minSlot !== undefined && slot < minSlot) {
    throw new RpcError(-32_016, 'Minimum context slot has not been reached', { contextSlot: slot });
  }
  return slot;
}

/**
 * Returns a function that writes accounts in the encoding that the caller requested, with the requested slice of the
 * data.
 */
export function accountWriter(options: RpcOptions): (account: ChainAccount | undefined) => unknown {
  const encoding = options['encoding'] ?? undefined;
  if (encoding === 'jsonParsed' || encoding === 'base64+zstd') {
    throw invalidParams(`this node does not write ${encoding}; use base64`);
  }
  if (encoding !== undefined && encoding !== 'base64' && encoding !== 'base58' && encoding !== 'binary') {
    throw invalidParams('encoding must be base64 or base58');
  }
  const slice = dataSlice(options);
  return (account) => {
    if (account === undefined) {
      return null;
    }
    const data = slice === undefined ? account.data : account.data.subarray(slice.offset, slice.offset + slice.length);
    const written = { ...accountJson({ ...account, data }), space: account.data.length };
    if (encoding === 'base64') {
      return written;
    }
    if (data.length > maxBase58DataBytes) {
      throw new RpcError(
        -32_600,
        'Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.',
      );
    }
    const text = base58.encode(data);
    return { ...written, data: encoding === 'base58' ? [text, 'base58'] : text };
  };
}

function dataSlice(options: RpcOptions): { readonly offset: number; readonly length: number } | undefined {
  const slice = options['dataSlice'] ?? undefined;
  if (slice === undefined) {
    return undefined;
  }
  if (typeof slice !== 'object' || Array.isArray(slice)) {
    throw invalidParams('dataSlice must be { "offset", "length" }');
  }
  const offset = wholeNumberOption(slice as RpcOptions, 'offset');
  const length = wholeNumberOption(slice as RpcOptions, 'length');
  if (offset === undefined || length === undefined) {
    throw invalidParams('dataSlice must have an offset and a length');
  }
  return { offset, length };
}
