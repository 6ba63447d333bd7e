import type { AttributeValue } from '@opentelemetry/api';

const lengthDelimited = 2;
const maxInteger = 2 ** 63;

/** Returns the protobuf encoding of an integer. A negative one takes ten bytes. */
export function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest > 0x7fn; rest >>= 7n) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
  }
  return Buffer.from([...bytes, Number(rest)]);
}

/** Returns a field of bytes: a text, or a message from its own fields. */
export function bytesField(number: number, parts: readonly Uint8Array[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([varint((number << 3) | lengthDelimited), varint(length), ...parts]);
}

/** Returns an attribute as a field with the key and the value. */
export function attributeField(number: number, key: string, value: AttributeValue): Buffer {
  return bytesField(number, [bytesField(1, [Buffer.from(key)]), bytesField(2, [anyValue(value)])]);
}

/** Returns the content of an OTLP `AnyValue`. */
function anyValue(value: AttributeValue | null | undefined): Buffer {
  switch (typeof value) {
    case 'string':
      return bytesField(1, [Buffer.from(value)]);
    case 'boolean':
      return Buffer.from([2 << 3, value ? 1 : 0]);
    case 'number':
      return Number.isInteger(value) && value >= -maxInteger && value < maxInteger
        ? Buffer.concat([varint(3 << 3), varint(value)])
        : doubleValue(value);
    default:
      return Array.isArray(value)
        ? bytesField(
            5,
            value.map((item: string | number | boolean | null | undefined) =>
              bytesField(1, [anyValue(item ?? undefined)]),
            ),
          )
        : Buffer.alloc(0);
  }
}

function doubleValue(value: number): Buffer {
  const bytes = Buffer.alloc(9, (4 << 3) | 1);
  bytes.writeDoubleLE(value, 1);
  return bytes;
}
