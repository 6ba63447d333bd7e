import type { Catalog } from '@assay/catalog/catalog';
import { optionalParams, requiredParams, type DataType, type Level } from '@assay/catalog/define';
import { Fault } from '@assay/faults/faults';
import { rootContext } from '@assay/rpc/context';
import { fromProtoLevel } from '@assay/rpc/levels';
import type { CatalogEntry__Output } from '@assay/rpc/gen/assay/engine/v1/CatalogEntry';
import { debitMicros } from '@assay/service/markup';
import { creditsText } from './credits.ts';
import { jsonObject } from './json-text.ts';
import type { Engine } from './service-clients.ts';

/** A type that can be served now. */
export type ServableType = {
  readonly type: DataType;
  /** Groups of providers measured as independent and healthy now. */
  readonly providers: number;
  readonly maxLevel: Level;
  /** Why checking cannot get further; null when nothing caps the type. */
  readonly capReason: string | null;
  /** The most that one call can be charged, markup included, in micro-credits. */
  readonly maxDebitMicros: bigint;
};

/** The live catalog as the engine last told it. */
export type CatalogCache = {
  /** Whether the engine has told it at least once. */
  readonly known: () => boolean;
  readonly find: (typeId: string) => ServableType | undefined;
  /** The type as it was when it was last listed, for calls that answer also while it cannot be served. */
  readonly lastListed: (typeId: string) => ServableType | undefined;
  /** Whether this build knows the type at all, servable now or not. */
  readonly declares: (typeId: string) => boolean;
  /** The body of GET /v1/types, ready to be sent. */
  readonly body: () => string;
  /** Asks the engine now. Never rejects: an engine that is away leaves the last known catalog in place. */
  readonly refresh: () => Promise<void>;
  /** Asks now and then again and again, until stopped. */
  readonly start: () => void;
  readonly stop: () => void;
};

const askEveryMs = 1_000;
const askWithinMs = 900;

/**
 * Keeps the engine's live catalog in memory, so that no call waits for it.
 * @param options.declared the types of this build; what the engine lists beyond them is left out.
 * @param options.failed told when the engine could not be asked.
 */
export function cacheCatalog(options: {
  readonly listTypes: Engine['ListTypes'];
  readonly declared: Catalog;
  readonly markupBasisPoints: bigint;
  readonly failed: (thrown: unknown) => void;
}): CatalogCache {
  const everListed = new Map<string, ServableType>();
  let servable: ReadonlyMap<string, ServableType> | undefined;
  let body = bodyOf([]);
  let asking: Promise<void> | undefined;
  let askAgain = false;
  let timer: NodeJS.Timeout | undefined;

  const ask = async (): Promise<void> => {
    try {
      const { types } = await options.listTypes({}, rootContext(askWithinMs));
      const entries = types.flatMap((entry) => servableType(entry, options.declared, options.markupBasisPoints));
      servable = new Map(entries.map((entry) => [entry.type.id, entry]));
      entries.forEach((entry) => everListed.set(entry.type.id, entry));
      body = bodyOf(entries);
    } catch (thrown) {
      options.failed(thrown);
    }
  };
  const refresh = async (): Promise<void> => {
    if (asking !== undefined) {
      // What changed may have changed after the question in flight was answered over there.
      askAgain = true;
      return asking;
    }
    do {
      askAgain = false;
      asking = ask();
      await asking;
    } while (askAgain);
    asking = undefined;
    return undefined;
  };
  return {
    known: () => servable !== undefined,
    find: (typeId) => servable?.get(typeId),
    lastListed: (typeId) => everListed.get(typeId),
    declares: (typeId) => options.declared.has(typeId),
    body: () => body,
    refresh,
    start: () => {
      void refresh();
      timer = setInterval(() => {
        if (asking === undefined) {
          void refresh();
        }
      }, askEveryMs);
    },
    stop: () => clearInterval(timer),
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
      maxLevel: JSON.stringify(entry.maxLevel),
      capReason: JSON.stringify(entry.capReason),
      maxDebitCredits: creditsText(entry.maxDebitMicros),
    }),
  );
  return jsonObject({ types: `[${types.join(',')}]` });
}

/** The type, when it can be served now. Throws TYPE_NOT_FOUND, or UNAVAILABLE while the engine has told nothing yet. */
export function servableOrFault(catalog: CatalogCache, typeId: string): ServableType {
  const servable = catalog.find(typeId);
  if (servable === undefined) {
    throw new Fault(!catalog.known() && catalog.declares(typeId) ? 'UNAVAILABLE' : 'TYPE_NOT_FOUND');
  }
  return servable;
}
