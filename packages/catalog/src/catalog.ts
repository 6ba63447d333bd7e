import { loadFolder } from './load-folder.ts';
import type { DataType } from './define.ts';

/** All data types of this build, by their identifiers in alphabetical order. */
export type Catalog = ReadonlyMap<string, DataType>;

const identifierPattern = /^[a-z][a-z0-9]*(\.[a-z][a-z0-9_]*)+$/;

/**
 * Loads the data type in every folder under `types/`. Throws for an identifier that is malformed or used twice, and for
 * an example that does not parse. Also throws for an agreement rule that contradicts its type.
 */
export async function loadCatalog(): Promise<Catalog> {
  const types = await loadFolder<DataType>(new URL('types/', import.meta.url), 'type', import.meta.url);
  const catalog = new Map<string, DataType>();
  for (const type of types.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    if (!identifierPattern.test(type.id)) {
      throw new Error(`"${type.id}" is not a type identifier such as token.price`);
    }
    if (catalog.has(type.id)) {
      throw new Error(`two folders declare the type ${type.id}`);
    }
    type.params.parse(type.example);
    checkAgreement(type);
    catalog.set(type.id, type);
  }
  return catalog;
}

/**
 * Throws when an agreement rule names fields that the datum lacks, or when the highest level of its type is
 * single_source.
 */
function checkAgreement({ id, agreement, levelCeiling, data, params }: DataType): void {
  if (agreement === undefined) {
    return;
  }
  if (levelCeiling === 'single_source') {
    throw new Error(`${id}: a type that stays single_source has no rule of agreement`);
  }
  for (const name of [agreement.field, ...agreement.identityFields]) {
    if (!Object.hasOwn(data.shape, name)) {
      throw new Error(`${id}: its rule of agreement names ${name}, which its data does not have`);
    }
  }
  agreement.samplingParams.forEach((sample) => params.parse(sample));
}
