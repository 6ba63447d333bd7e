import { send, type HttpAnswer, type System } from './system.ts';

/** The fields of a catalog entry that tests read. */
export type CatalogEntry = {
  readonly type: string;
  readonly providers: number;
  readonly maxLevel: string;
  readonly capReason: string | null;
  readonly maxDebitCredits: number;
};

/** Returns the live catalog's entry for a type. Undefined when the catalog does not list the type. */
export async function entryOf(
  system: Pick<System, 'gatewayUrl'>,
  key: string,
  type: string,
): Promise<CatalogEntry | undefined> {
  const { body } = await send(`${system.gatewayUrl}/v1/types`, { key });
  return (body['types'] as readonly CatalogEntry[]).find((entry) => entry.type === type);
}

/** Returns a type's entry in the live catalog. Rejects when the catalog does not list it. */
export async function listedEntryOf(...query: Parameters<typeof entryOf>): Promise<CatalogEntry> {
  const entry = await entryOf(...query);
  if (entry === undefined) {
    throw new Error(`${query[2]} is not listed`);
  }
  return entry;
}

/** Returns the level of a delivery, or undefined for any other response. */
export function levelOf({ body }: HttpAnswer): string | undefined {
  return (body['verification'] as { readonly level: string } | undefined)?.level;
}

/** Returns the source of a delivery, under the name that the sandbox's control interface uses. */
export function sourceOf({ body }: HttpAnswer): string | undefined {
  return (body['verification'] as { readonly source: string } | undefined)?.source.replace('sandbox.', '');
}
