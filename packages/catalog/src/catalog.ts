import { loadFolder } from './load-folder.ts';
import type { DataType } from './define.ts';

/** All data types that this build knows, by identifier, in alphabetical order. */
export type Catalog = ReadonlyMap<string, DataType>;

const identifierPattern = /^[a-z][a-z0-9]*(\.[a-z][a-z0-9_]*)+$/;

/** Loads every folder under `types/`. Throws for a malformed or repeated identifier, an example that does not parse, or a rule of agreement that cannot be. */
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

/** What agreeing is must be said about fields that the datum has, and only where agreeing can mean something. */
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
  agreement.samplingParams.forEach((given) => params.parse(given));
}
