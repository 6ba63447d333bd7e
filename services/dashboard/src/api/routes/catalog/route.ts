import { optionalParams, requiredParams } from '@assay/catalog/define';
import { fromProtoLevel } from '@assay/rpc/levels';
import { z } from 'zod';
import { personRoute } from '../../route.ts';

/** A data type with its parameters, and how far checking can get for it now. */
export type CatalogType = {
  readonly id: string;
  readonly description: string;
  readonly required: readonly string[];
  readonly optional: readonly string[];
  /** The JSON schema of the parameters. */
  readonly schema: unknown;
  readonly example: Readonly<Record<string, unknown>>;
  readonly watchedParam: string | null;
  /** The names of the fields of its data. */
  readonly dataFields: readonly string[];
  /** False while no source can serve it. */
  readonly isServed: boolean;
  readonly providers: number;
  readonly maxLevel: string | null;
  readonly capReason: string | null;
};

/** All data types. */
export type CatalogView = { readonly types: readonly CatalogType[] };

export default personRoute({
  method: 'GET',
  path: '/api/catalog',
  input: z.object({}),
  run: async ({ context }, { engine, catalog }): Promise<CatalogView> => {
    const { types } = await engine.ListTypes({}, context);
    const served = new Map(types.map((entry) => [entry.type, entry]));
    return {
      types: [...catalog.values()].map((type) => {
        const entry = served.get(type.id);
        return {
          id: type.id,
          description: type.description,
          required: requiredParams(type),
          optional: optionalParams(type),
          schema: z.toJSONSchema(type.params, { io: 'input', unrepresentable: 'any' }),
          example: type.example as Readonly<Record<string, unknown>>,
          watchedParam: type.watchedParam ?? null,
          dataFields: Object.keys(type.data.shape),
          isServed: entry !== undefined,
          providers: entry?.providers ?? 0,
          maxLevel: entry === undefined ? null : (fromProtoLevel(entry.max_level) ?? null),
          capReason: entry === undefined || entry.cap_reason === '' ? null : entry.cap_reason,
        };
      }),
    };
  },
});
