import { Fault } from '@assay/faults/faults';

const defaultPageSize = 50;
const maxPageSize = 200;
const maxCursorLength = 1_000;
/**
 * The latest time that a page accepts, in milliseconds since the Unix epoch. Both PostgreSQL and JavaScript can still
 * write it in ISO 8601 with a four-digit year.
 */
const maxMs = 253_402_300_799_999n;
const wholePattern = /^\d{1,15}$/;

/** One page of a list of rows, in the list's order. */
export type Page<Row> = {
  readonly rows: readonly Row[];
  /** The cursor with which to request the next page. Empty on the last page. */
  readonly nextCursor: string;
};

/** A time range as parameters of a statement. A missing bound is one of PostgreSQL's infinite timestamps. */
export type TimeRange = { readonly from: string; readonly to: string };

/**
 * Returns the number of rows that a page should have: 50 when `requested` is zero. Throws INVALID_PARAM when
 * `requested` is above 200.
 */
export function pageSizeOf(requested: number): number {
  if (requested > maxPageSize) {
    throw new Fault('INVALID_PARAM', `page_size must be at most ${maxPageSize}`);
  }
  return requested === 0 ? defaultPageSize : requested;
}

/**
 * Makes a page from the rows of a statement.
 * @param rows up to `size + 1` rows. The extra row shows that there is a next page.
 * @param keyOf returns the sort key of a row as texts.
 */
export function pageOf<Row>(rows: readonly Row[], size: number, keyOf: (row: Row) => readonly string[]): Page<Row> {
  const last = rows[size - 1];
  return {
    rows: rows.slice(0, size),
    nextCursor: rows.length > size && last !== undefined ? encodeCursor(keyOf(last)) : '',
  };
}

/** Returns a cursor: an opaque text that identifies a row by its sort key. */
function encodeCursor(key: readonly string[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

/**
 * Returns the sort key that a cursor contains. Undefined for the empty cursor of the first page. Throws INVALID_PARAM
 * unless every part of the key matches its pattern.
 */
export function decodeCursor(cursor: string, patterns: readonly RegExp[]): readonly string[] | undefined {
  if (cursor === '') {
    return undefined;
  }
  const key = cursor.length > maxCursorLength ? undefined : parsedTexts(cursor);
  if (key?.length !== patterns.length || !patterns.every((pattern, index) => pattern.test(key[index] ?? ''))) {
    throw new Fault('INVALID_PARAM', 'cursor must be the next_cursor of an earlier page');
  }
  return key;
}

function parsedTexts(cursor: string): readonly string[] | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Matches a time in the form that `microsecondText` gives. */
export const timePattern = /^\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

/** Returns the SQL that formats a timestamp with microseconds, so that a cursor loses no digit. */
export function microsecondText(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/**
 * Returns the time range of a request. Throws INVALID_PARAM for a malformed bound and for an empty range.
 * @param range.from_ms milliseconds since the Unix epoch; zero for no bound.
 */
export function timeRangeOf(range: { readonly from_ms: string; readonly to_ms: string }): TimeRange {
  const [from, to] = [readMs('from_ms', range.from_ms), readMs('to_ms', range.to_ms)];
  if (from !== undefined && to !== undefined && from >= to) {
    throw new Fault('INVALID_PARAM', 'from_ms must be before to_ms');
  }
  return { from: from?.toISOString() ?? '-infinity', to: to?.toISOString() ?? 'infinity' };
}

function readMs(field: string, text: string): Date | undefined {
  if (text === '0' || text === '') {
    return undefined;
  }
  if (!wholePattern.test(text) || BigInt(text) > maxMs) {
    throw new Fault('INVALID_PARAM', `${field} must be milliseconds since the Unix epoch, or 0 for no limit`);
  }
  return new Date(Number(text));
}
