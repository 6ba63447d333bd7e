/**
 * The names of perpetual contracts whose unit is not one coin, by the coin's symbol. A funding rate is a share of the
 * position, so it does not depend on the unit.
 */
export const perpetualNames: Readonly<Record<string, string>> = {
  BONK: 'kBONK',
  FLOKI: 'kFLOKI',
  PEPE: 'kPEPE',
  SHIB: 'kSHIB',
};
