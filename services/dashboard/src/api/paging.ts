import { z } from 'zod';

/** The query of a page: its cursor and a time range. */
export const pageQuery = {
  cursor: z.string().max(200).default(''),
  fromMs: z.coerce.number().int().min(0).default(0),
  toMs: z.coerce.number().int().min(0).default(0),
};

/** Rows that one page of a long list has. */
export const rowsPerPage = 100;
