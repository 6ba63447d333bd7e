/** Kraken's own names of assets, where they differ from the usual symbol. */
export const krakenNames: Readonly<Record<string, string>> = { BTC: 'XBT', DOGE: 'XDG' };
