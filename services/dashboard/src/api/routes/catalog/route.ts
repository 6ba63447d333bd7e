import { mainFieldOf, optionalParams, requiredParams } from '@assay/catalog/define';
import { newWatchBody } from '@assay/catalog/bodies/new-watch';
import { fieldsSchema, type FieldSchema } from '@assay/catalog/fields-schema';
import { strictParams } from '@assay/catalog/params';
import { fromProtoLevel } from '@assay/rpc/levels';
import { z } from 'zod';
import { personRoute } from '../../route.ts';

/** A data type with its parameters, and the highest level that an answer of this type can reach now. */
export type CatalogType = {
  readonly id: string;
  readonly description: string;
  readonly required: readonly string[];
  readonly optional: readonly string[];
  /** The JSON Schema of each parameter, from the schema that validates it. */
  readonly params: Readonly<Record<string, FieldSchema>>;
  readonly example: Readonly<Record<string, unknown>>;
  readonly watchedParam: string | null;
  /** The names of the fields of the type's datum. */
  readonly dataFields: readonly string[];
  /** The name of the field that answers the question. */
  readonly mainField: string;
  /** Whether any source can serve the type now. */
  readonly isServed: boolean;
  readonly providers: number;
  readonly maxLevel: string | null;
  readonly capReason: string | null;
};

/** All data types, and the fields of a new watch. */
export type CatalogView = {
  readonly types: readonly CatalogType[];
  /** The JSON Schema of each field of a new watch. */
  readonly watchFields: Readonly<Record<string, FieldSchema>>;
};

export default personRoute({
  method: 'GET',
  path: '/api/catalog',
  input: z.strictObject({}),
  run: async ({ context }, { engine, catalog }): Promise<CatalogView> => {
    const { types } = await engine.ListTypes({}, context);
    const served = new Map(types.map((entry) => [entry.type, entry]));
    return {
      watchFields: fieldsSchema(newWatchBody(catalog)).properties,
      types: [...catalog.values()].map((type) => {
        const entry = served.get(type.id);
        return {
          id: type.id,
          description: type.description,
          required: requiredParams(type),
          optional: optionalParams(type),
          params: fieldsSchema(strictParams(type)).properties,
          example: type.example as Readonly<Record<string, unknown>>,
          watchedParam: type.watchedParam ?? null,
          dataFields: Object.keys(type.data.shape),
          mainField: mainFieldOf(type),
          isServed: entry !== undefined,
          providers: entry?.providers ?? 0,
          maxLevel: entry === undefined ? null : (fromProtoLevel(entry.max_level) ?? null),
          capReason: entry === undefined || entry.cap_reason === '' ? null : entry.cap_reason,
        };
      }),
    };
  },
});
