/**
 * Perpetual contracts whose unit is not one coin, by the coin's symbol. A funding rate is a share of the position, so
 * it is the same whatever the unit.
 */
export const perpetualNames: Readonly<Record<string, string>> = {
  BONK: '1000BONK',
  FLOKI: '1000FLOKI',
  PEPE: '1000PEPE',
  SHIB: '1000SHIB',
};
