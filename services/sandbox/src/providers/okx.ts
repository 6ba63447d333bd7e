import { trimmed, withMaxDecimals } from '../market/decimals.ts';
import { perpetualSymbols } from '../market/funding.ts';
import { json, type MockEndpoint, type MockResponse } from '../mock-endpoint.ts';
import { booksOf, dayStats, tradeNumber, type ExchangeBook } from './exchange-books.ts';
import type { ProviderContext } from './provider-context.ts';

const unknownInstrument = json(200, {
  code: '51001',
  msg: "Instrument ID, Instrument ID code, or Spread ID doesn't exist.",
  data: [],
});

/** Mocks OKX: spot trades and tickers, and the funding rates of swaps. OKX writes all numbers as text. */
export function okx(context: ProviderContext): MockEndpoint {
  const books = booksOf('okx', (base, quote) => `${base}-${quote}`);
  const swaps = new Map(perpetualSymbols.map((symbol) => [`${symbol}-USDT-SWAP`, symbol]));
  return {
    name: 'okx',
    respond: ({ path, query, nowMs }) => {
      const instrument = query.get('instId') ?? '';
      switch (path) {
        case '/api/v5/market/ticker':
          return swaps.has(instrument)
            ? swapTicker(context, instrument, swaps.get(instrument) ?? '', nowMs)
            : tickerResponse(context, instrument, books.get(instrument), nowMs);
        case '/api/v5/market/trades':
          return lastTrade(context, instrument, books.get(instrument), nowMs);
        case '/api/v5/public/funding-rate':
          return fundingRate(context, instrument, swaps.get(instrument), nowMs);
        default:
          return json(404, { code: '404', msg: 'Not Found', data: [] });
      }
    },
    rateLimited: () => json(429, { code: '50011', msg: 'Too Many Requests', data: [] }),
    serverError: () => json(500, { code: '50001', msg: 'Service temporarily unavailable. Try again later', data: [] }),
  };
}

function lastTrade(
  context: ProviderContext,
  instrument: string,
  book: ExchangeBook | undefined,
  nowMs: number,
): MockResponse {
  const ticker = book && context.market.at('okx', book.base, book.quote, nowMs);
  if (ticker === undefined) {
    return unknownInstrument;
  }
  const { atMs } = ticker;
  const row = { instId: instrument, side: 'sell', sz: ticker.size, px: trimmed(ticker.price), source: '0' };
  return json(200, { code: '0', msg: '', data: [{ ...row, tradeId: String(tradeNumber(atMs)), ts: String(atMs) }] });
}

function tickerResponse(
  context: ProviderContext,
  instrument: string,
  book: ExchangeBook | undefined,
  nowMs: number,
): MockResponse {
  const ticker = book && context.market.at('okx', book.base, book.quote, nowMs);
  if (book === undefined || ticker === undefined) {
    return unknownInstrument;
  }
  const day = dayStats(context, book, ticker);
  const row = {
    instType: 'SPOT',
    instId: instrument,
    last: trimmed(ticker.price),
    lastSz: ticker.size,
    askPx: trimmed(ticker.ask),
    askSz: '5.93754444',
    bidPx: trimmed(ticker.bid),
    bidSz: '0.16038',
    open24h: trimmed(day.open),
    high24h: trimmed(day.high),
    low24h: trimmed(day.low),
    volCcy24h: (Number(day.volume) * Number(day.average)).toFixed(8),
    vol24h: day.volume,
    ts: String(ticker.atMs),
    sodUtc0: trimmed(day.open),
    sodUtc8: trimmed(day.open),
  };
  return json(200, { code: '0', msg: '', data: [row] });
}

function swapTicker({ market }: ProviderContext, instId: string, symbol: string, nowMs: number): MockResponse {
  const last = Math.exp(market.latent.log(symbol, nowMs));
  const [bidPx, askPx] = [last * 0.99999, last * 1.00001].map((price) => withMaxDecimals(price, 10));
  const row = { instType: 'SWAP', instId, last: withMaxDecimals(last, 10), lastSz: '12', askPx, askSz: '5', bidPx };
  return json(200, { code: '0', msg: '', data: [{ ...row, bidSz: '7', ts: String(nowMs - 120) }] });
}

function fundingRate(
  context: ProviderContext,
  instrument: string,
  symbol: string | undefined,
  nowMs: number,
): MockResponse {
  const funding = symbol === undefined ? undefined : context.funding('okx', symbol, nowMs);
  if (funding === undefined) {
    return unknownInstrument;
  }
  const intervalMs = funding.intervalHours * 3_600_000;
  const settled = symbol === undefined ? undefined : context.funding('okx', symbol, funding.nextAtMs - intervalMs);
  const row = {
    formulaType: 'noRate',
    fundingRate: withMaxDecimals(funding.rate, 16),
    fundingTime: String(funding.nextAtMs),
    impactValue: '',
    instId: instrument,
    instType: 'SWAP',
    interestRate: '',
    maxFundingRate: '0.00375',
    method: 'current_period',
    minFundingRate: '-0.00375',
    nextFundingRate: '',
    nextFundingTime: String(funding.nextAtMs + intervalMs),
    prevFundingTime: String(funding.nextAtMs - intervalMs),
    premium: withMaxDecimals(funding.rate / 2, 16),
    settFundingRate: withMaxDecimals(settled?.rate ?? 0, 16),
    settState: 'settled',
    ts: String(nowMs),
  };
  return json(200, { code: '0', msg: '', data: [row] });
}
