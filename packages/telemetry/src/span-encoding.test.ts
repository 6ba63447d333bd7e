import { expect, test } from '@jest/globals';
import { SpanKind, SpanStatusCode, TraceFlags, type Attributes, type HrTime } from '@opentelemetry/api';
import { ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import { resourceFromAttributes } from '@opentelemetry/resources';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { createSpanEncoder } from './span-encoding.ts';

const resource = resourceFromAttributes({ 'service.name': 'engine', 'process.command_args': ['node', '', 'é'] });
const instrumentationScope = { name: 'assay' };

function spanWith(given: Partial<ReadableSpan> = {}): ReadableSpan {
  return {
    name: 'assay.v1.Engine/Verify',
    kind: SpanKind.CLIENT,
    spanContext: () => ({ traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331', traceFlags: 1 }),
    startTime: [1_795_000_000, 123_456_789],
    endTime: [1_795_000_000, 999_999_999],
    status: { code: SpanStatusCode.UNSET },
    attributes: {},
    links: [],
    events: [],
    duration: [0, 1],
    ended: true,
    resource,
    instrumentationScope,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
    ...given,
  };
}

const parent = {
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId: '00f067aa0ba902b7',
  traceFlags: TraceFlags.SAMPLED,
};
const attributes: Attributes = {
  'rpc.method': 'assay.v1.Engine/Verify',
  'http.response.status_code': 503,
  negative: -3,
  largest: 2 ** 53,
  beyond: 2 ** 70,
  share: 0.25,
  yes: true,
  no: false,
  none: '',
  list: ['a', 'ü', ''],
  numbers: [1, 2.5],
  long: 'x'.repeat(20_000),
};
const times: readonly HrTime[] = [
  [0, 0],
  [1, 999_999_999],
  [2_147_483_648, 1],
  [4_294_967_296, 65_535],
  [18_446_744_073, 709_551_615],
];

test.each<[string, readonly ReadableSpan[]]>([
  ['no span', []],
  ['a root span', [spanWith()]],
  ['a short span', [spanWith({ name: '' })]],
  ['a child', [spanWith({ parentSpanContext: parent })]],
  ['a child of another process', [spanWith({ parentSpanContext: { ...parent, isRemote: true } })]],
  ['every kind', [0, 1, 2, 3, 4].map((kind) => spanWith({ kind }))],
  ['attributes, twice', [spanWith({ attributes }), spanWith({ attributes })]],
  ['a failure', [spanWith({ status: { code: SpanStatusCode.ERROR, message: 'NO_SOURCE' } })]],
  ['a success', [spanWith({ status: { code: SpanStatusCode.OK } })]],
  ['every time', times.map((startTime) => spanWith({ startTime }))],
  ['other letters', [spanWith({ name: 'größe 価格' })]],
  ['an event', [spanWith({ events: [{ name: 'retry', time: [1, 2], attributes: { a: 1 } }] })]],
  ['a link', [spanWith({ links: [{ context: parent }] })]],
  ['something dropped', [spanWith({ droppedAttributesCount: 300 })]],
  ['another library', [spanWith(), spanWith({ instrumentationScope: { name: 'better-auth', version: '1.2.3' } })]],
  ['a library with a version', [spanWith({ instrumentationScope: { name: 'better-auth', version: '1.2.3' } })]],
])('the bytes of %s are those of the SDK', (_name, spans) => {
  expect(Buffer.from(createSpanEncoder()(spans) ?? [])).toEqual(
    Buffer.from(ProtobufTraceSerializer.serializeRequest([...spans]) ?? []),
  );
});

test('many different names and attributes do not change the bytes, and the bytes of a batch outlive the next one', () => {
  const encode = createSpanEncoder();
  const batches = Array.from({ length: 20 }, (_, batch) =>
    Array.from({ length: 500 }, (_unused, index) =>
      spanWith({
        name: `name ${batch % 3} ${index}`,
        attributes: { 'assay.sql.traces': index, text: `${batch} ${index}` },
      }),
    ),
  );
  const encoded = batches.map((spans) => encode(spans));
  for (const [index, spans] of batches.entries()) {
    expect(
      Buffer.compare(
        encoded[index] ?? Buffer.alloc(0),
        ProtobufTraceSerializer.serializeRequest(spans) ?? Buffer.alloc(0),
      ),
    ).toBe(0);
  }
});
