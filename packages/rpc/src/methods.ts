import type { MethodDefinition } from '@grpc/proto-loader';
import type { CallContext } from './context.ts';

/** The names of a service's methods, without the index signature that grpc-js adds to every definition. */
export type MethodName<Definition> = keyof {
  [Method in keyof Definition as string extends Method ? never : Method]: true;
} &
  string;

/** The handlers of a service: one function per method, used by every transport. */
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

/** The methods of a service, as functions for callers. */
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
