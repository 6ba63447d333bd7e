/** Kraken's own names for assets, where they are not the usual symbol. */
export const krakenNames: Readonly<Record<string, string>> = { BTC: 'XBT', DOGE: 'XDG' };
