import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { IndependenceState } from './state.ts';

const arrayTypes = {
  f64: Float64Array,
  f32: Float32Array,
  u32: Uint32Array,
  u16: Uint16Array,
  u8: Uint8Array,
  i8: Int8Array,
  i16: Int16Array,
  i32: Int32Array,
} as const;
type ArrayName = keyof typeof arrayTypes;
type Packed = { readonly $: ArrayName; readonly n: number; readonly z: string };

function nameOf(value: unknown): ArrayName | undefined {
  if (!ArrayBuffer.isView(value)) {
    return undefined;
  }
  for (const [name, kind] of Object.entries(arrayTypes)) {
    if (value instanceof kind) {
      return name as ArrayName;
    }
  }
  return undefined;
}

function pack(_: string, value: unknown): unknown {
  const name = nameOf(value);
  if (name === undefined) {
    return value;
  }
  const { buffer, byteOffset, byteLength, length } = value as Float64Array;
  const bytes = new Uint8Array(buffer, byteOffset, byteLength);
  return { $: name, n: length, z: deflateRawSync(bytes).toString('base64') } satisfies Packed;
}

const isPacked = (value: unknown): value is Packed =>
  typeof value === 'object' && value !== null && '$' in value && 'n' in value && 'z' in value;

function unpack(_: string, value: unknown): unknown {
  if (!isPacked(value)) {
    return value;
  }
  const kind = arrayTypes[value.$];
  if (kind === undefined) {
    throw new Error(`a state of independence holds an array of unknown kind ${String(value.$)}`);
  }
  const bytes = inflateRawSync(Buffer.from(value.z, 'base64'));
  const array = new kind(value.n);
  new Uint8Array(array.buffer).set(bytes);
  return array;
}

/** Returns plain data as text. Arrays of numbers are compressed. */
export function packText(value: unknown): string {
  return JSON.stringify(value, pack);
}

/** Returns the data that `packText` converted to text. Throws on other text. */
export function unpackText(text: string): unknown {
  return JSON.parse(text, unpack);
}

/**
 * Returns a state as text, with compressed arrays. `deserialize` reads the same state from it, so later observations
 * lead to the same verdicts.
 */
export function serialize(state: IndependenceState): string {
  return packText(state);
}

/** Returns the state that `serialize` wrote. Throws on other text and on another version. */
export function deserialize(text: string): IndependenceState {
  const read = unpackText(text);
  if (typeof read !== 'object' || read === null || !('version' in read) || !('key' in read)) {
    throw new Error('this text is not a state of independence');
  }
  if (read.version !== 9) {
    throw new Error(`a state of independence of version ${String(read.version)} cannot be read; 9 can`);
  }
  return read as IndependenceState;
}
