import { z } from 'zod';

const cursorRule = 'must be the nextCursor of a page';
const timeRule = 'must be a time in milliseconds since 1970, or 0';

/** The query of a page: its cursor and a time range. */
export const pageQuery = {
  cursor: z.string(cursorRule).max(200, cursorRule).default(''),
  fromMs: z.coerce.number(timeRule).int(timeRule).min(0, timeRule).default(0),
  toMs: z.coerce.number(timeRule).int(timeRule).min(0, timeRule).default(0),
};

/** Number of rows on one page of a long list. */
export const rowsPerPage = 100;
