import { isListedSymbol } from '@assay/catalog/symbols';
import type { FundingEvent, ProviderStream } from './define-stream.ts';
import { fundingReading, stale } from './readings.ts';

const hourMs = 3_600_000;

/** The names that a stream of funding rates uses for its topics. */
export type FundingTopics = {
  /** The venue's id in the catalog. */
  readonly venue: string;
  /** Returns the venue's name for the perpetual contract on a coin. */
  readonly nameOf: (symbol: string) => string;
  /** Set when the venue pays funding every full hour and its messages do not say so. */
  readonly isHourly?: true;
};

/**
 * Returns the parts of a stream's declaration that answer `funding.rate`. When the venue does not stream the interval
 * or the next settlement, they come from the last REST answer.
 */
export function fundingTopics({ venue, nameOf, isHourly }: FundingTopics): Pick<ProviderStream, 'topicOf' | 'read'> {
  return {
    topicOf: (type, { venue: asked, symbol = '' }) =>
      // A contract's name is the coin and the quote without a separator. So the name for a coin outside the catalog
      // could belong to another contract.
      type === 'funding.rate' && asked === venue && isListedSymbol(symbol) ? nameOf(symbol) : undefined,
    read: ({ funding }, params, confirmed) => {
      if (funding === undefined) {
        return stale('no funding rate');
      }
      const { rate, atMs } = funding;
      const payment = isHourly === true ? hourlyPayment(funding) : statedPayment(funding, confirmed);
      return fundingReading(params, { rate, ...payment }, atMs);
    },
  };
}

type PaymentTimes = { readonly intervalHours: number | undefined; readonly nextFundingAtMs: number | undefined };

function hourlyPayment({ atMs }: FundingEvent): PaymentTimes {
  return { intervalHours: 1, nextFundingAtMs: (Math.floor(atMs / hourMs) + 1) * hourMs };
}

function statedPayment(
  { intervalHours, nextFundingAtMs }: FundingEvent,
  confirmed: Readonly<Record<string, unknown>>,
): PaymentTimes {
  const { intervalHours: hours, nextFundingAt } = confirmed;
  return {
    intervalHours: intervalHours ?? (typeof hours === 'number' ? hours : undefined),
    nextFundingAtMs: nextFundingAtMs ?? (typeof nextFundingAt === 'string' ? Date.parse(nextFundingAt) : undefined),
  };
}
