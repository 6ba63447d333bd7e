import type { Catalog } from '@assay/catalog/catalog';
import { fieldsSchema } from '@assay/catalog/fields-schema';
import { strictParams } from '@assay/catalog/params';
import { optionalParams, requiredParams, type DataType, type Level } from '@assay/catalog/define';
import { Fault } from '@assay/faults/faults';
import { rootContext } from '@assay/rpc/context';
import { fromProtoLevel } from '@assay/rpc/levels';
import type { CatalogEntry__Output } from '@assay/rpc/gen/assay/engine/v1/CatalogEntry';
import { debitMicros } from '@assay/metering/markup';
import { startRepeating } from '@assay/runtime/repeat';
import { creditsText } from '@assay/metering/credits';
import { jsonObject } from './answers/json-text.ts';
import type { EngineClient } from './service-clients.ts';

/** A data type that can be served now. */
export type ServableType = {
  readonly type: DataType;
  /** Number of independent groups of providers that are healthy now. */
  readonly providers: number;
  readonly maxLevel: Level;
  /** The reason why checking cannot reach a higher level. Null when nothing limits the level. */
  readonly capReason: string | null;
  /** The maximum charge of one call, markup included, in micro-credits. */
  readonly maxDebitMicros: bigint;
};

/** The gateway's copy of the engine's live catalog. */
export type CatalogCache = {
  /** Returns whether the engine has sent its catalog at least once. */
  readonly known: () => boolean;
  readonly find: (typeId: string) => ServableType | undefined;
  /**
   * Returns a type as the engine last listed it. Use it for calls that get an answer even while the type cannot be
   * served.
   */
  readonly lastListed: (typeId: string) => ServableType | undefined;
  /** Returns whether this build declares the type, even if the type cannot be served now. */
  readonly declares: (typeId: string) => boolean;
  /** Returns the body of GET /v1/types as JSON text. */
  readonly body: () => string;
  /** Requests the catalog now. Never rejects. While the engine is unavailable, the last known catalog stays in use. */
  readonly refresh: () => Promise<void>;
  /** Refreshes the catalog every second. Returns a function that stops the refreshing. */
  readonly start: () => () => Promise<void>;
};

/** The dependencies of the catalog cache. */
export type CatalogCacheOptions = {
  readonly listTypes: EngineClient['ListTypes'];
  /** The types of this build. The cache skips a type that the engine lists but this build does not declare. */
  readonly declared: Catalog;
  /** The price of an answer in basis points of its cost. */
  readonly markupBasisPoints: bigint;
  /** Called with the error of a failed refresh. */
  readonly onFailure: (thrown: unknown) => void;
};

const refreshEveryMs = 1_000;
const listTimeoutMs = 900;

/** Creates a cache of the engine's live catalog, so that no call waits for the engine to list its types. */
export function createCatalogCache(options: CatalogCacheOptions): CatalogCache {
  const everListed = new Map<string, ServableType>();
  let servable: ReadonlyMap<string, ServableType> | undefined;
  let body = bodyOf([]);
  let refreshing: Promise<void> | undefined;
  let isStale = false;

  const ask = async (): Promise<ServableType[]> => {
    const { types } = await options.listTypes({}, rootContext(listTimeoutMs));
    return types.flatMap((entry) => servableType(entry, options.declared, options.markupBasisPoints));
  };
  const list = async (): Promise<void> => {
    try {
      const first = await ask();
      // One replica of the engine may lack a type that another replica serves. So a type is removed only after two
      // lists without it.
      const listed = new Set(first.map(({ type }) => type.id));
      const hasLeft = [...(servable?.keys() ?? [])].some((id) => !listed.has(id));
      const second = hasLeft ? await ask() : [];
      const entries = [...first, ...second.filter(({ type }) => !listed.has(type.id))].toSorted((a, b) =>
        a.type.id < b.type.id ? -1 : 1,
      );
      servable = new Map(entries.map((entry) => [entry.type.id, entry]));
      entries.forEach((entry) => everListed.set(entry.type.id, entry));
      body = bodyOf(entries);
    } catch (thrown) {
      options.onFailure(thrown);
    }
  };
  const refresh = async (): Promise<void> => {
    if (refreshing !== undefined) {
      // The catalog may have changed after the engine answered the request in flight. So the cache requests it once
      // more.
      isStale = true;
      return refreshing;
    }
    do {
      isStale = false;
      refreshing = list();
      await refreshing;
    } while (isStale);
    refreshing = undefined;
    return undefined;
  };
  return {
    known: () => servable !== undefined,
    find: (typeId) => servable?.get(typeId),
    lastListed: (typeId) => everListed.get(typeId),
    declares: (typeId) => options.declared.has(typeId),
    body: () => body,
    refresh,
    start: () => startRepeating(refresh, { name: 'catalog', everyMs: refreshEveryMs, onFailure: options.onFailure }),
  };
}

function servableType(entry: CatalogEntry__Output, declared: Catalog, markupBasisPoints: bigint): ServableType[] {
  const type = declared.get(entry.type);
  const maxLevel = fromProtoLevel(entry.max_level);
  if (type === undefined || maxLevel === undefined) {
    return [];
  }
  return [
    {
      type,
      providers: entry.providers,
      maxLevel,
      capReason: entry.cap_reason === '' ? null : entry.cap_reason,
      maxDebitMicros: debitMicros(BigInt(entry.max_cost_micros), markupBasisPoints),
    },
  ];
}

function bodyOf(entries: readonly ServableType[]): string {
  const types = entries.map((entry) =>
    jsonObject({
      type: JSON.stringify(entry.type.id),
      description: JSON.stringify(entry.type.description),
      providers: String(entry.providers),
      requiredParams: JSON.stringify(requiredParams(entry.type)),
      optionalParams: JSON.stringify(optionalParams(entry.type)),
      params: paramsJson(entry.type),
      maxLevel: JSON.stringify(entry.maxLevel),
      capReason: JSON.stringify(entry.capReason),
      maxDebitCredits: creditsText(entry.maxDebitMicros),
    }),
  );
  return jsonObject({ types: `[${types.join(',')}]` });
}

const paramsTexts = new WeakMap<DataType, string>();

/** Returns the JSON Schema of a type's parameters as JSON text. */
function paramsJson(type: DataType): string {
  const text = paramsTexts.get(type) ?? JSON.stringify(fieldsSchema(strictParams(type)));
  paramsTexts.set(type, text);
  return text;
}

/**
 * Returns a type that can be served now. Throws TYPE_NOT_FOUND for any other type. Throws UNAVAILABLE for a declared
 * type while the engine has not sent its catalog yet.
 */
export function servableOrFault(catalog: CatalogCache, typeId: string): ServableType {
  const servable = catalog.find(typeId);
  if (servable === undefined) {
    const isDeclared = catalog.declares(typeId);
    throw new Fault(!catalog.known() && isDeclared ? 'UNAVAILABLE' : 'TYPE_NOT_FOUND', undefined, {
      mendable: isDeclared,
    });
  }
  return servable;
}
