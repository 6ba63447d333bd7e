import * as grpc from '@grpc/grpc-js';
import { services } from '@assay/rpc/load';
import express from 'express';
import { randomUUID } from 'node:crypto';
import { reportPort, unary } from './ipc.ts';

/**
 * The second baseline, a naive gateway: three unary gRPC calls per request. Admitting and settling the call takes one
 * database statement each.
 */
const credentials = grpc.credentials.createInsecure();
const billing = new grpc.Client(process.env['BENCH_BILLING'] ?? '', credentials);
const engine = new grpc.Client(process.env['BENCH_ENGINE'] ?? '', credentials);
const app = express();
app.disable('x-powered-by');
app.disable('etag');
app.use(express.json());
app.post('/v1/get_data', async (request, response) => {
  const holdId = randomUUID();
  await unary(billing, services.billing.Admit, { key_sha256: Buffer.alloc(32), hold_micros: '1000', hold_id: holdId });
  const verified = await unary(engine, services.engine.Verify, {
    type: request.body.type,
    params: request.body.params,
  });
  const settled = await unary(billing, services.billing.Settle, { hold_id: holdId, capture_micros: '125' });
  response.json({
    status: 'delivered',
    data: JSON.parse(verified.data_json ?? '{}'),
    verification: { level: 'single_source', source: verified.source },
    balanceAfter: Number(settled.balance_micros) / 1e6,
  });
});
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  reportPort(typeof address === 'object' && address !== null ? address.port : 0);
});
