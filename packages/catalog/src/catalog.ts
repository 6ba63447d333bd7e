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

/** A level above single_source means nothing without a rule of what agreeing is. */
function checkAgreement(type: DataType): void {
  const { agreement, topLevel } = type;
  if ((agreement === null) !== (topLevel === 'single_source')) {
    throw new Error(`${type.id}: a type has a rule of agreement exactly when its topLevel is above single_source`);
  }
  for (const name of agreement === null ? [] : [agreement.field, ...agreement.sameFields]) {
    if (!Object.hasOwn(type.data.shape, name)) {
      throw new Error(`${type.id}: its rule of agreement names ${name}, which its data does not have`);
    }
  }
  agreement?.measuredBy.forEach((params) => type.params.parse(params));
}
