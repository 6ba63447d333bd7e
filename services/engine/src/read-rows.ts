import { Fault } from '@assay/faults/faults';

/** Resolves with the rows that a query returns, or rejects with UNAVAILABLE when the database cannot be read. */
export function readRows<Rows>(subject: string, rows: Promise<Rows>): Promise<Rows> {
  return rows.catch((error: unknown) => {
    throw new Fault('UNAVAILABLE', `${subject} cannot be read at this moment; try again`, { cause: error });
  });
}
