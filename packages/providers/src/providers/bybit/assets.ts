/**
 * Names of perpetual contracts whose unit is a multiple of a coin, by the coin's symbol. A funding rate is a share of
 * the position, so the multiple does not change the rate.
 */
export const perpetualNames: Readonly<Record<string, string>> = {
  BONK: '1000BONK',
  FLOKI: '1000FLOKI',
  PEPE: '1000PEPE',
  SHIB: 'SHIB1000',
};
