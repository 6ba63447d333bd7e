import * as grpc from '@grpc/grpc-js';

/** Sends the port of a skeleton process to its parent. */
export function reportPort(port: number): void {
  process.send?.({ started: true, port });
}

/** Binds a gRPC server to a free loopback port and sends the port to the parent. */
export function serveGrpc(server: grpc.Server): void {
  server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, port) => {
    if (error !== null) {
      throw error;
    }
    reportPort(port);
  });
}

/** Makes one unary call and returns its response as a promise. */
export function unary<Request, Response>(
  client: grpc.Client,
  method: grpc.MethodDefinition<Request, Response>,
  request: Request,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(
      method.path,
      method.requestSerialize,
      method.responseDeserialize,
      request,
      new grpc.Metadata(),
      { deadline: Date.now() + 10_000 },
      (error, response) => (error === null && response !== undefined ? resolve(response) : reject(error)),
    );
  });
}
