import * as grpc from '@grpc/grpc-js';
import { services } from '@assay/rpc/load';
import pg from 'pg';
import { serveGrpc } from './ipc.ts';

/**
 * A naive billing service: for each call, one conditional update to admit the call and one statement to settle it, without
 * batching.
 */
const pool = new pg.Pool({ connectionString: process.env['BENCH_PG_URL'], max: 16 });
await pool.query(`
  CREATE SCHEMA IF NOT EXISTS bench_naive;
  DROP TABLE IF EXISTS bench_naive.accounts, bench_naive.ledger;
  CREATE TABLE bench_naive.accounts (id int PRIMARY KEY, balance bigint NOT NULL CHECK (balance >= 0));
  CREATE TABLE bench_naive.ledger (hold_id text PRIMARY KEY, account int NOT NULL, amount bigint NOT NULL);
  INSERT INTO bench_naive.accounts SELECT i, 1000000000000 FROM generate_series(0, 999) AS i;
`);

/** Calls cycle through a thousand accounts, so that the baseline does not suffer from a single hot row. */
let next = 0;
const accounts = new Map<string, number>();

async function admit(request: { hold_id: string; hold_micros: string }): Promise<object> {
  next = (next + 1) % 1_000;
  accounts.set(request.hold_id, next);
  const result = await pool.query({
    name: 'admit',
    text: 'UPDATE bench_naive.accounts SET balance = balance - $2 WHERE id = $1 AND balance >= $2 RETURNING balance',
    values: [next, request.hold_micros],
  });
  return { admission: 'ADMISSION_ADMITTED', balance_micros: result.rows[0]?.balance };
}

async function settle(request: { hold_id: string; capture_micros: string }): Promise<object> {
  const account = accounts.get(request.hold_id);
  accounts.delete(request.hold_id);
  const result = await pool.query({
    name: 'settle',
    text: `WITH entry AS (INSERT INTO bench_naive.ledger VALUES ($1, $2, $3))
           UPDATE bench_naive.accounts SET balance = balance + 1000 - $3 WHERE id = $2 RETURNING balance`,
    values: [request.hold_id, account, request.capture_micros],
  });
  return { settlement: 'SETTLEMENT_SETTLED', balance_micros: result.rows[0]?.balance };
}

function handler<Request>(work: (request: Request) => Promise<object>): grpc.handleUnaryCall<Request, object> {
  return (call, callback) => {
    work(call.request).then(
      (response) => callback(null, response),
      (error: Error) => callback({ code: grpc.status.INTERNAL, details: error.message }),
    );
  };
}

const server = new grpc.Server();
const refuse: grpc.handleUnaryCall<unknown, unknown> = (_call, callback) =>
  callback({ code: grpc.status.UNIMPLEMENTED });
server.addService(services.billing, {
  ...Object.fromEntries(Object.keys(services.billing).map((name) => [name, refuse])),
  Admit: handler(admit),
  Settle: handler(settle),
});
serveGrpc(server);
