/**
 * The second answers of adapters that send two requests, in the documented form. The recordings contain only the first
 * answers.
 */
export const secondAnswers: Readonly<Record<string, string>> = {
  'bitstamp-ticker': '[{"date":"1710328238","tid":"324","price":"73285","amount":"0.1","type":"0"}]',
  'okx-funding-rate': '{"code":"0","msg":"","data":[{"instId":"BTC-USDT-SWAP","last":"8","ts":"1743588685100"}]}',
  'okx-funding-rate-next-period':
    '{"code":"0","msg":"","data":[{"instId":"BTC-USDT-SWAP","last":"8","ts":"1703070684000"}]}',
  'hyperliquid-meta-and-asset-ctxs': `{"coin":"BTC","time":${Date.parse('2026-05-01T10:20:29.000Z')},"levels":[[{"px":"77558.0"}],[{"px":"77559.0"}]]}`,
  'dydx-v4-perpetual-markets': '{"height":"71","time":"2026-05-01T10:20:28.500Z"}',
};
