import type { z } from 'zod';

/**
 * Returns the newest row of a list that a schema reads and that is a price of the market, whatever the order of the list. Rows
 * of the same time are in the order of the list, in which the first counts, or the last of a list that ends with its newest
 * row. A row that the schema does not read costs only itself. Undefined when no row is left.
 * @param rows.atMs returns a row's time in milliseconds since the Unix epoch; undefined when it is unreadable.
 * @param rows.isMarket whether a row is a price of the market; every row is when absent.
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
