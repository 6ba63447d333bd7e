import { expect, test } from '@jest/globals';
import { loadStreams } from './load-streams.ts';

const streams = await loadStreams();

/**
 * For each venue, a refusal of a repeated subscription in the venue's error format. Kraken, Hyperliquid, dYdX and Bybit
 * really send it. The other refusals are invented, because these venues may start to send one.
 */
const refusals: Readonly<Record<string, string | undefined>> = {
  binance: '{"error":{"code":2,"msg":"Already subscribed to btcusdt@aggTrade"},"id":3}',
  'binance.futures': '{"error":{"code":2,"msg":"Already subscribed to btcusdt@markPrice@1s"},"id":3}',
  bitstamp:
    '{"event":"bts:error","channel":"live_trades_btcusd","data":{"code":null,"message":"Already subscribed to live_trades_btcusd."}}',
  bybit:
    '{"success":false,"ret_msg":"error:already subscribed,topic:publicTrade.BTCUSDT","conn_id":"x","op":"subscribe"}',
  'bybit.linear':
    '{"success":false,"ret_msg":"error:already subscribed,topic:tickers.BTCUSDT","conn_id":"x","op":"subscribe"}',
  coinbase: '{"type":"error","message":"Failed to subscribe","reason":"already subscribed to BTC-USD"}',
  dydx: '{"type":"error","message":"Invalid subscribe message: already subscribed (v4_markets-v4_markets)","connection_id":"x"}',
  gemini: '{"id":"3","status":400,"error":{"code":-1013,"msg":"Already subscribed: btcusd@trade"}}',
  hyperliquid: '{"channel":"error","data":"Already subscribed: {\\"type\\":\\"bbo\\",\\"coin\\":\\"BTC\\"}"}',
  kraken: '{"error":"Already subscribed","method":"subscribe","success":false,"symbol":"BTC/USD"}',
  okx: '{"event":"error","code":"60012","msg":"already subscribed, channel:trades, instId:BTC-USDT","connId":"x"}',
  'okx.swap': '{"event":"error","code":"60012","msg":"already subscribed, channel:funding-rate, instId:BTC-USDT-SWAP"}',
};

/**
 * Streams of server-sent events. After the connection the client sends no requests, so the venue has nothing to refuse.
 */
const withoutRequests = streams.filter(({ url }) => url.startsWith('https:')).map(({ id }) => id);

test.each(streams.filter(({ id }) => !withoutRequests.includes(id)).map((stream) => [stream.id, stream] as const))(
  'an error that says that a subscription holds already confirms it: %s',
  (id, stream) => {
    expect(refusals[id]).toBeDefined();
    expect(stream.eventsOf(JSON.parse(refusals[id] ?? '{}'))).toEqual([{ kind: 'confirmed' }]);
  },
);
