import { createServer } from 'node:http';
import protobuf from 'protobufjs';

/** The part of the OTLP trace export that the tests read. The field numbers are those of opentelemetry-proto. */
const { root } = protobuf.parse(`
  syntax = "proto3";
  message Export { repeated ResourceSpans resource_spans = 1; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
  message Resource { repeated KeyValue attributes = 1; }
  message KeyValue { string key = 1; AnyValue value = 2; }
  message AnyValue { string string_value = 1; }
  message ScopeSpans { repeated Span spans = 2; }
  message Span {
    bytes trace_id = 1; bytes span_id = 2; bytes parent_span_id = 4; string name = 5; repeated Link links = 13;
  }
  message Link { bytes trace_id = 1; }
`);
const exportType = root.lookupType('Export');

const hex = (bytes) => Buffer.from(bytes ?? []).toString('hex');

function readSpans(body) {
  return exportType.decode(body).resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = resource?.attributes.find(({ key }) => key === 'service.name')?.value?.stringValue ?? '';
    return scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        service,
        name: span.name,
        traceId: hex(span.traceId),
        spanId: hex(span.spanId),
        parentSpanId: hex(span.parentSpanId),
        links: span.links.map((link) => hex(link.traceId)),
      })),
    );
  });
}

/**
 * Starts an OTLP/HTTP collector that stores spans in memory. It accepts spans at POST /v1/traces and discards all other
 * signals. GET /spans/<trace id> returns the spans of a trace.
 */
export async function startCollector() {
  const spans = new Map();
  const answer = async (request, response) => {
    const chunks = [];
    for await (const chunk of request) {
      chunks.push(chunk);
    }
    if (request.method === 'POST' && request.url !== '/v1/traces') {
      response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
      return;
    }
    if (request.method === 'POST') {
      for (const span of readSpans(Buffer.concat(chunks))) {
        spans.set(span.traceId, [...(spans.get(span.traceId) ?? []), span]);
      }
      response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
      return;
    }
    const found = spans.get(request.url.split('/').at(-1)) ?? [];
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(found));
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}
