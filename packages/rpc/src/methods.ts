import type { MethodDefinition } from '@grpc/proto-loader';
import type { CallContext } from './context.ts';

/** The names of a definition's own methods, without the index signature that grpc-js gives every definition. */
export type MethodName<Definition> = keyof {
  [Method in keyof Definition as string extends Method ? never : Method]: true;
} &
  string;

/** What a service implements: one plain function per method, whatever the transport. */
export type ServiceHandlers<Definition> = {
  readonly [Method in MethodName<Definition> & keyof Definition]: Definition[Method] extends MethodDefinition<
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
  readonly [Method in MethodName<Definition> & keyof Definition]: Definition[Method] extends MethodDefinition<
    infer Request,
    infer _Response,
    infer _RequestOutput,
    infer ResponseOutput
  >
    ? (request: Request, context: CallContext) => Promise<ResponseOutput>
    : never;
};
