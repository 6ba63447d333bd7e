import type { z } from 'zod';

/**
 * Returns the newest row of a list that matches the schema and is a price of the market. The list can have any order.
 * When several rows have the newest time, returns the first of them, or the last when `endsWithNewest` is set. A row
 * that does not match the schema is skipped. Undefined when no row remains.
 * @param rows.atMs returns a row's time in milliseconds since the Unix epoch; undefined when it is unreadable.
 * @param rows.isMarket returns whether a row is a price of the market. When absent, every row is.
 */
export function newestRow<Row>(
  list: readonly unknown[],
  rows: {
    readonly schema: z.ZodType<Row>;
    readonly atMs: (row: Row) => number | undefined;
    readonly isMarket?: (row: Row) => boolean;
    readonly endsWithNewest?: true;
  },
): Row | undefined {
  const { schema, atMs, isMarket = () => true, endsWithNewest } = rows;
  let newest: { readonly row: Row; readonly atMs: number } | undefined;
  for (const each of endsWithNewest === true ? list.toReversed() : list) {
    const row = schema.safeParse(each).data;
    const rowAtMs = row === undefined || !isMarket(row) ? undefined : (atMs(row) ?? -1);
    if (row !== undefined && rowAtMs !== undefined && (newest === undefined || rowAtMs > newest.atMs)) {
      newest = { row, atMs: rowAtMs };
    }
  }
  return newest?.row;
}
