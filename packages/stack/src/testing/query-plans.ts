import type { Postgres } from '@assay/storage/postgres';
import pg from 'pg';

/** One access to a table in a plan that PostgreSQL executed. */
export type TableAccess = {
  /** Table name, without the schema. */
  readonly table: string;
  /** Name of the index that found the rows. Undefined when PostgreSQL scanned the whole table. */
  readonly index: string | undefined;
  /** Number of index entries and rows that the access read and then discarded. */
  readonly removedRows: number;
  /** Whether the statement really accessed the table. A condition before it can make the access unnecessary. */
  readonly isExecuted: boolean;
};

/**
 * A database connection that reports how PostgreSQL executed its statements. The reports include statements inside
 * functions.
 */
export type PlanRecorder = {
  readonly query: Postgres['query'];
  /** Runs work in a transaction of the connection. */
  readonly transaction: Postgres['transaction'];
  /** Runs work and returns each access to a table that its statements made. */
  readonly accessesOf: (work: () => Promise<unknown>) => Promise<TableAccess[]>;
  readonly close: () => Promise<void>;
};

type PlanNode = Readonly<Record<string, unknown>> & { readonly Plans?: readonly PlanNode[] };

/**
 * Opens a connection to one service's schema. On this connection, auto_explain sends every executed plan to this
 * process.
 */
export async function recordPlans(url: string, schema: string): Promise<PlanRecorder> {
  const client = new pg.Client({ connectionString: url, options: `-c search_path=${schema}` });
  await client.connect();
  const accesses: TableAccess[] = [];
  client.on('notice', ({ message = '' }) => {
    const start = message.indexOf('{');
    if (message.includes('plan:') && start >= 0) {
      const { Plan: plan } = JSON.parse(message.slice(start)) as { readonly Plan: PlanNode };
      accesses.push(...accessesIn(plan));
    }
  });
  for (const statement of [
    "LOAD 'auto_explain'",
    'SET auto_explain.log_min_duration = 0',
    'SET auto_explain.log_analyze = on',
    'SET auto_explain.log_nested_statements = on',
    "SET auto_explain.log_format = 'json'",
    "SET auto_explain.log_level = 'notice'",
  ]) {
    await client.query(statement);
  }
  return {
    query: async (statement) => {
      const result = await client.query({ ...statement, values: [...(statement.values ?? [])] });
      return result.rows;
    },
    transaction: async (work) => {
      await client.query('BEGIN');
      // The work only runs statements. For these, this client behaves like a client of a pool.
      const result = await work(client as unknown as pg.PoolClient);
      await client.query('COMMIT');
      return result;
    },
    accessesOf: async (work) => {
      accesses.length = 0;
      await work();
      return [...accesses];
    },
    close: () => client.end(),
  };
}

function accessesIn(node: PlanNode): TableAccess[] {
  const removedRows = ['Rows Removed by Filter', 'Rows Removed by Index Recheck']
    .map((field) => Number(node[field] ?? 0))
    .reduce((sum, count) => sum + count, 0);
  const table = node['Relation Name'];
  const type = String(node['Node Type']);
  // A scan by the row's address (ctid) finds the row as directly as an index does.
  const index = type === 'Tid Scan' ? 'ctid' : node['Index Name'];
  const isExecuted = Number(node['Actual Loops'] ?? 1) > 0;
  const accessesOfNode: TableAccess[] = [];
  if (typeof index === 'string' && type === 'Bitmap Index Scan') {
    accessesOfNode.push({ table: '', index, removedRows, isExecuted });
  } else if (typeof table === 'string' && type.endsWith('Scan') && type !== 'Bitmap Heap Scan') {
    accessesOfNode.push({ table, index: typeof index === 'string' ? index : undefined, removedRows, isExecuted });
  }
  return [...accessesOfNode, ...(node.Plans ?? []).flatMap(accessesIn)];
}
