import { expect, test } from '@jest/globals';
import { services } from './load.ts';
import { fromProtoParams, toProtoParams } from './params.ts';

const { requestSerialize, requestDeserialize } = services.engine.Verify;

test('parameters arrive as they were sent, in their order', () => {
  const params = { symbol: 'BTC-USD', venue: 'hyperliquid', handle: 'jörg "x"' };
  const received = requestDeserialize(requestSerialize({ type: 'any', ...toProtoParams(params) }));
  expect(Object.entries(fromProtoParams(received))).toEqual(Object.entries(params));
  expect(JSON.parse(received.params_json)).toEqual(params);
});

test.each([
  ['a service of 0.1, as text', { params_json: '{"symbol":"BTC"}' }, { symbol: 'BTC' }],
  ['a service of 0.1 without any', { params_json: '{}' }, {}],
  ['a later service, as a map alone', { params: { symbol: 'BTC' } }, { symbol: 'BTC' }],
  ['a later service without any', {}, {}],
])('parameters of %s are read', (_title, sent, params) => {
  expect(fromProtoParams(requestDeserialize(requestSerialize(sent)))).toEqual(params);
});

test('a name that objects inherit changes no other object', () => {
  const params = JSON.parse('{"__proto__":"x","constructor":"y"}') as Record<string, string>;
  fromProtoParams(requestDeserialize(requestSerialize(toProtoParams(params))));
  expect(Object.keys({})).toEqual([]);
  expect({}.constructor).toBe(Object);
});

test.each(['{', 'null', '[1]', '"x"', '{"symbol":1}', '{"symbol":{}}'])('the text %s is INTERNAL', (text) => {
  expect(() => fromProtoParams({ params: {}, params_json: text })).toThrow(
    expect.objectContaining({ code: 'INTERNAL' }),
  );
});
