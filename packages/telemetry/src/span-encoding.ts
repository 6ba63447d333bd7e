import type { AttributeValue, HrTime } from '@opentelemetry/api';
import { ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { attributeField, bytesField } from './protobuf-fields.ts';

/** Maximum number of encoded names and attributes that are remembered. They repeat in every call. */
const maxRemembered = 4_096;
const maxRememberedLength = 100;
const startBytes = 262_144;
/** More than the fields of a span besides its name, its attributes and the message of its status. */
const fixedBytes = 128;
const hasIsRemoteFlag = 0x100;
const isRemoteFlag = 0x200;
/** The tag of a span, and a length of two bytes, which most spans have. */
const headBytes = 3;
/** Nothing was dropped: the fields 10, 12 and 14. */
const noneDropped = Buffer.from([0x50, 0, 0x60, 0, 0x70, 0]);

type Encoder = {
  bytes: Buffer;
  at: number;
  remembered: number;
  readonly names: Map<string, Buffer>;
  readonly attributes: Map<string, Map<AttributeValue, Buffer>>;
};

/** Returns the bytes of an OTLP request with spans. */
export type EncodeSpans = (spans: readonly ReadableSpan[]) => Uint8Array | undefined;

/**
 * Creates an encoder with the output of the SDK's own, which takes two passes and converts each name and attribute again.
 * Spans with events, links, a trace state or something dropped go to the SDK's encoder, and so do those of several libraries.
 */
export function createSpanEncoder(): EncodeSpans {
  const encoder: Encoder = {
    bytes: Buffer.allocUnsafe(startBytes),
    at: 0,
    remembered: 0,
    names: new Map(),
    attributes: new Map(),
  };
  return (spans) => {
    const [first] = spans;
    if (first === undefined || !spans.every((span) => isPlain(span, first))) {
      return ProtobufTraceSerializer.serializeRequest([...spans]);
    }
    encoder.at = 0;
    for (const span of spans) {
      writeSpan(encoder, span);
    }
    return inMessages(first, encoder.bytes.subarray(0, encoder.at));
  };
}

function isPlain(span: ReadableSpan, first: ReadableSpan): boolean {
  const { events, links, droppedAttributesCount, droppedEventsCount, droppedLinksCount } = span;
  return (
    span.resource === first.resource &&
    span.instrumentationScope === first.instrumentationScope &&
    events.length + links.length + droppedAttributesCount + droppedEventsCount + droppedLinksCount === 0 &&
    span.spanContext().traceState === undefined
  );
}

/** Puts encoded spans into the messages of their library and of this process. */
function inMessages({ resource, instrumentationScope: scope }: ReadableSpan, spans: Buffer): Uint8Array {
  const text = (number: number, value: string | undefined): Buffer[] =>
    value === undefined || value === '' ? [] : [bytesField(number, [Buffer.from(value)])];
  const attributes = Object.entries(resource.attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [attributeField(1, key, value)],
  );
  const resourceField = bytesField(1, [...attributes, Buffer.from([0x10, 0])]);
  const scopeField = bytesField(1, [bytesField(1, [Buffer.from(scope.name)]), ...text(2, scope.version)]);
  const scopeSpans = bytesField(2, [scopeField, spans, ...text(3, scope.schemaUrl)]);
  return bytesField(1, [resourceField, scopeSpans, ...text(3, resource.schemaUrl)]);
}

function writeSpan(encoder: Encoder, span: ReadableSpan): void {
  const startsAt = encoder.at;
  const parent = span.parentSpanContext;
  ensure(encoder, fixedBytes);
  encoder.at += headBytes;
  const { traceId, spanId, traceFlags } = span.spanContext();
  writeId(encoder, 0x0a, traceId);
  writeId(encoder, 0x12, spanId);
  if (parent !== undefined && parent.spanId !== '') {
    writeId(encoder, 0x22, parent.spanId);
  }
  put(encoder, nameOf(encoder, span.name));
  ensure(encoder, fixedBytes);
  writeBytes(encoder, 0x30, span.kind + 1);
  writeTime(encoder, 0x39, span.startTime);
  writeTime(encoder, 0x41, span.endTime);
  for (const key in span.attributes) {
    const value = span.attributes[key];
    if (value !== undefined) {
      put(encoder, attributeOf(encoder, key, value));
    }
  }
  put(encoder, noneDropped);
  put(encoder, statusOf(span.status));
  ensure(encoder, fixedBytes);
  writeBytes(encoder, 0x85, 0x01);
  const flags = (traceFlags & 0xff) | hasIsRemoteFlag | (parent?.isRemote === true ? isRemoteFlag : 0);
  encoder.at = encoder.bytes.writeUInt32LE(flags, encoder.at);
  writeHead(encoder, startsAt);
}

/** Writes the tag and the length of a span, and moves the span where its length does not take two bytes. */
function writeHead(encoder: Encoder, startsAt: number): void {
  const contentAt = startsAt + headBytes;
  const length = encoder.at - contentAt;
  const lengthBytes = length < 0x80 ? 1 : length < 0x4000 ? 2 : length < 0x20_0000 ? 3 : 4;
  const moveBy = 1 + lengthBytes - headBytes;
  if (moveBy !== 0) {
    ensure(encoder, fixedBytes);
    encoder.bytes.copyWithin(contentAt + moveBy, contentAt, encoder.at);
    encoder.at += moveBy;
  }
  encoder.bytes[startsAt] = 0x12;
  for (let index = 0, rest = length; index < lengthBytes; index += 1, rest >>>= 7) {
    encoder.bytes[startsAt + 1 + index] = (rest & 0x7f) | (index === lengthBytes - 1 ? 0 : 0x80);
  }
}

/** Makes room for some more bytes. */
function ensure(encoder: Encoder, count: number): void {
  if (encoder.at + count > encoder.bytes.length) {
    const larger = Buffer.allocUnsafe(2 * (encoder.at + count));
    encoder.bytes.copy(larger, 0, 0, encoder.at);
    encoder.bytes = larger;
  }
}

function put(encoder: Encoder, bytes: Buffer): void {
  ensure(encoder, bytes.length);
  encoder.bytes.set(bytes, encoder.at);
  encoder.at += bytes.length;
}

function writeBytes(encoder: Encoder, first: number, second: number): void {
  encoder.bytes[encoder.at] = first;
  encoder.bytes[encoder.at + 1] = second;
  encoder.at += 2;
}

function writeId(encoder: Encoder, tag: number, hex: string): void {
  writeBytes(encoder, tag, hex.length / 2);
  encoder.at += encoder.bytes.write(hex, encoder.at, 'hex');
}

/** Writes a time in nanoseconds since 1970, which no floating-point number can hold. */
function writeTime(encoder: Encoder, tag: number, [seconds, nanos]: HrTime): void {
  // A billion is 0x3b9a * 0x10000 + 0xca00. So every product stays below 2^53 and is exact.
  const low = seconds * 0xca00 + nanos;
  const high = seconds * 0x3b9a + Math.floor(low / 0x1_0000);
  const lowest = (high % 0x1_0000) * 0x1_0000 + (low % 0x1_0000);
  encoder.bytes[encoder.at] = tag;
  encoder.at = encoder.bytes.writeUInt32LE(lowest, encoder.at + 1);
  encoder.at = encoder.bytes.writeUInt32LE(Math.floor(high / 0x1_0000), encoder.at);
}

function nameOf(encoder: Encoder, name: string): Buffer {
  return encoder.names.get(name) ?? remember(encoder, encoder.names, name, bytesField(5, [Buffer.from(name)]));
}

function attributeOf(encoder: Encoder, key: string, value: AttributeValue): Buffer {
  let values = encoder.attributes.get(key);
  if (values === undefined) {
    values = new Map();
    encoder.attributes.set(key, values);
  }
  return values.get(value) ?? remember(encoder, values, value, attributeField(9, key, value));
}

/** Remembers the bytes of a name or an attribute, unless they are long. Forgets all when there are too many. */
function remember<Key>(encoder: Encoder, map: Map<Key, Buffer>, key: Key, bytes: Buffer): Buffer {
  if (bytes.length > maxRememberedLength || typeof key === 'object') {
    return bytes;
  }
  if (encoder.remembered >= maxRemembered) {
    encoder.remembered = 0;
    encoder.names.clear();
    encoder.attributes.clear();
  }
  encoder.remembered += 1;
  map.set(key, bytes);
  return bytes;
}

const statusWithoutMessage = [0, 1, 2].map((code) => Buffer.from([0x7a, 2, 0x18, code]));

function statusOf({ code, message }: ReadableSpan['status']): Buffer {
  return message === undefined || message === ''
    ? (statusWithoutMessage[code] ?? Buffer.alloc(0))
    : bytesField(15, [bytesField(2, [Buffer.from(message)]), Buffer.from([0x18, code])]);
}
