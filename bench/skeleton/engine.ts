import * as grpc from '@grpc/grpc-js';
import { services } from '@assay/rpc/load';
import { serveGrpc } from './ipc.ts';

/** A naive engine that returns a constant answer. */
const server = new grpc.Server();
const refuse: grpc.handleUnaryCall<unknown, unknown> = (_call, callback) =>
  callback({ code: grpc.status.UNIMPLEMENTED });
server.addService(services.engine, {
  Verify: (_call: unknown, callback: grpc.sendUnaryData<object>) =>
    callback(null, {
      outcome: 'OUTCOME_DELIVERED',
      data_json: '{"token":"SOL","price":"147.25","currency":"USD","asOf":"2026-01-01T00:00:00.000Z"}',
      level: 'LEVEL_SINGLE_SOURCE',
      source: 'constant',
    }),
  RecordUnresolved: refuse,
  ListTypes: refuse,
  GetDecision: refuse,
});
serveGrpc(server);
