/**
 * The names of perpetual contracts whose unit is not one coin, by the coin's symbol. A funding rate is a share of the
 * position, so it does not depend on the unit.
 */
export const perpetualNames: Readonly<Record<string, string>> = {
  BONK: '1000BONK',
  FLOKI: '1000FLOKI',
  PEPE: '1000PEPE',
  SHIB: 'SHIB1000',
};
