import type { MethodDefinition } from '@grpc/proto-loader';
import type { CallContext } from './context.ts';

/** What a service implements: one plain function per method, whatever the transport. */
export type ServiceHandlers<Definition> = {
  readonly [Method in keyof Definition]: Definition[Method] extends MethodDefinition<
    infer _Request,
    infer Response,
    infer RequestOutput,
    infer _ResponseOutput
  >
    ? (request: RequestOutput, context: CallContext) => Promise<Response>
    : never;
};

/** What a caller holds: the same functions, seen from the other end. */
export type ServiceClient<Definition> = {
  readonly [Method in keyof Definition]: Definition[Method] extends MethodDefinition<
    infer Request,
    infer _Response,
    infer _RequestOutput,
    infer ResponseOutput
  >
    ? (request: Request, context: CallContext) => Promise<ResponseOutput>
    : never;
};
