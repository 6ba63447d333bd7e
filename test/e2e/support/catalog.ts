import { send, type Answer, type System } from './system.ts';

/** What tests look at of a type in the live catalog. */
export type Entry = {
  readonly type: string;
  readonly providers: number;
  readonly maxLevel: string;
  readonly capReason: string | null;
  readonly maxDebitCredits: number;
};

/** A type as the live catalog lists it now; undefined where it does not. */
export async function entryOf(
  system: Pick<System, 'gatewayUrl'>,
  key: string,
  type: string,
): Promise<Entry | undefined> {
  const { body } = await send(`${system.gatewayUrl}/v1/types`, { key });
  return (body['types'] as readonly Entry[]).find((entry) => entry.type === type);
}

/** A type that has to be listed. Rejects where it is not. */
export async function listedEntryOf(...asked: Parameters<typeof entryOf>): Promise<Entry> {
  const entry = await entryOf(...asked);
  if (entry === undefined) {
    throw new Error(`${asked[2]} is not listed`);
  }
  return entry;
}

/** The level of a delivery; undefined for any other answer. */
export function levelOf({ body }: Answer): string | undefined {
  return (body['verification'] as { readonly level: string } | undefined)?.level;
}

/** The source of a delivery, as the sandbox's control names it. */
export function sourceOf({ body }: Answer): string | undefined {
  return (body['verification'] as { readonly source: string } | undefined)?.source.replace('sandbox.', '');
}
