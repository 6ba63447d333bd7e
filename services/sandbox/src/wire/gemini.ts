import { json, type Room, type RoomRequest } from '../rooms.ts';
import { booksOf, dayStats, short, type World } from './world.ts';

const tickerPath = /^\/(v1\/pubticker|v2\/ticker)\/([A-Za-z0-9]+)$/;
const volumeEveryMs = 300_000;

/** Gemini's public REST interface: both generations of its ticker. The only time it shows is that of the volume. */
export function gemini(world: World): Room {
  const books = booksOf('gemini', (base, quote) => `${base}${quote}`.toLowerCase());
  return {
    name: 'gemini',
    answer: ({ path, nowMs }: RoomRequest) => {
      const [, generation, asked = ''] = tickerPath.exec(path) ?? [];
      const book = books.get(asked.toLowerCase());
      const quote = book && world.market.at('gemini', book.base, book.quote, nowMs);
      if (book === undefined || quote === undefined) {
        return json(400, {
          result: 'error',
          reason: 'Bad Request',
          message: `Supplied value '${asked.slice(0, 40)}' is not a valid symbol.  Please correct your API request to use one of the supported symbols: [${[...books.keys()].slice(0, 15).join(', ')}]`,
        });
      }
      const day = dayStats(world, book, quote);
      const sides = { bid: short(quote.bid), ask: short(quote.ask) };
      if (generation === 'v2/ticker') {
        const changes = Array.from({ length: 24 }, (_, hour) =>
          hour % 2 === 0 ? short(day.average) : short(day.open),
        );
        const range = { open: short(day.open), high: short(day.high), low: short(day.low) };
        return json(200, { symbol: asked.toUpperCase(), ...range, close: short(quote.price), changes, ...sides });
      }
      const volume = {
        [book.base]: day.volume,
        [book.quote]: (Number(day.volume) * Number(day.average)).toFixed(20),
        timestamp: Math.floor(nowMs / volumeEveryMs) * volumeEveryMs,
      };
      return json(200, { ...sides, last: short(quote.price), volume });
    },
    rateLimited: () =>
      json(429, { result: 'error', reason: 'RateLimitExceeded', message: 'Requests were made too frequently' }),
    failed: () => json(500, { result: 'error', reason: 'System', message: 'A system error occurred' }),
  };
}
