import { isListedSymbol } from '@assay/catalog/symbols';
import type { FundingEvent, ProviderStream } from './define-stream.ts';
import { fundingReading, stale } from './readings.ts';

const hourMs = 3_600_000;

/** The topics of a stream of funding rates. */
export type FundingTopics = {
  /** The venue's id in the catalog. */
  readonly venue: string;
  /** Returns the venue's name of the contract on a coin. */
  readonly nameOf: (symbol: string) => string;
  /** Set when the venue pays funding every full hour and does not say so in its messages. */
  readonly isHourly?: true;
};

/**
 * Returns how a stream of funding rates answers `funding.rate`. An interval or a settlement that the venue does not stream
 * comes from the last answer by REST.
 */
export function fundingTopics({ venue, nameOf, isHourly }: FundingTopics): Pick<ProviderStream, 'topicOf' | 'read'> {
  return {
    topicOf: (type, { venue: asked, symbol = '' }) =>
      // The name of a contract joins its coin and its quote, so only the coins of the catalog are safe.
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
