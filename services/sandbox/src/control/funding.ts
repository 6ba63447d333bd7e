import { z } from 'zod';
import { withMaxDecimals } from '../market/decimals.ts';
import { perpetualSymbols } from '../market/funding.ts';
import type { HeldFunding } from '../market/held-funding.ts';
import { json, type MockResponse } from '../mock-endpoint.ts';
import { errorResponse, type ControlSection } from './section.ts';

const body = z.strictObject({ perEightHours: z.string().regex(/^-?0(\.\d{1,12})?$/) });

/**
 * Returns the control section of funding rates. PUT sets the rate of a contract on every venue. A venue with a shorter
 * interval gets a proportionally smaller rate. The rate does not change until DELETE.
 * @param now the sandbox's time, in milliseconds since the Unix epoch.
 */
export function fundingSection(funding: HeldFunding, now: () => number): ControlSection {
  const unknown = (symbol: string): MockResponse =>
    errorResponse(404, `unknown contract "${symbol.slice(0, 32)}"; it must be one of ${perpetualSymbols.join(', ')}`);
  return {
    name: 'funding',
    list: () =>
      Object.fromEntries(
        perpetualSymbols.flatMap((symbol) => {
          const held = funding.heldOf(symbol);
          return held === undefined ? [] : [[symbol, { perEightHours: withMaxDecimals(held, 12) }]];
        }),
      ),
    put: (id, requestBody) => {
      const symbol = id.toUpperCase();
      if (!perpetualSymbols.includes(symbol)) {
        return unknown(id);
      }
      const parsed = body.safeParse(requestBody);
      if (!parsed.success) {
        return errorResponse(
          400,
          'the body must be { "perEightHours": "<rate>" } and nothing else; the rate must be a decimal string between -1 and 1 such as "0.0001", with at most 12 decimals',
        );
      }
      funding.set(symbol, Number(parsed.data.perEightHours), now());
      return json(200, { symbol, ...parsed.data });
    },
    remove: (id) => {
      const symbol = id.toUpperCase();
      if (!perpetualSymbols.includes(symbol)) {
        return unknown(id);
      }
      funding.release(symbol);
      return { status: 204, body: '' };
    },
  };
}
