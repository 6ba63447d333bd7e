import { loadSync } from '@grpc/proto-loader';
import { fileURLToPath } from 'node:url';
import { protoOptions } from './proto-options.ts';
import type { BillingServiceDefinition } from './gen/assay/billing/v1/BillingService.ts';
import type { DashboardServiceDefinition } from './gen/assay/dashboard/v1/DashboardService.ts';
import type { EngineServiceDefinition } from './gen/assay/engine/v1/EngineService.ts';
import type { GateServiceDefinition } from './gen/assay/gate/v1/GateService.ts';
import type { ResolverServiceDefinition } from './gen/assay/resolver/v1/ResolverService.ts';
import type { WatchServiceDefinition } from './gen/assay/watch/v1/WatchService.ts';
import type { MuxServiceDefinition } from './gen/assay/rpc/v1/MuxService.ts';

const protosDirectory = fileURLToPath(new URL('../../../protos', import.meta.url));

const packageDefinition = loadSync(
  [
    'assay/rpc/v1/mux.proto',
    'assay/billing/v1/billing.proto',
    'assay/dashboard/v1/dashboard.proto',
    'assay/engine/v1/engine.proto',
    'assay/gate/v1/gate.proto',
    'assay/resolver/v1/resolver.proto',
    'assay/watch/v1/watch.proto',
    'assay/events/v1/events.proto',
  ],
  { ...protoOptions, includeDirs: [protosDirectory] },
);

function service<Definition>(name: string): Definition {
  const definition = packageDefinition[name];
  if (definition === undefined) {
    throw new Error(`no service ${name} in protos/`);
  }
  return definition as unknown as Definition;
}

/** The gRPC services that protos/ defines. A process loads them once. */
export const services = {
  mux: service<MuxServiceDefinition>('assay.rpc.v1.MuxService'),
  billing: service<BillingServiceDefinition>('assay.billing.v1.BillingService'),
  dashboard: service<DashboardServiceDefinition>('assay.dashboard.v1.DashboardService'),
  engine: service<EngineServiceDefinition>('assay.engine.v1.EngineService'),
  gate: service<GateServiceDefinition>('assay.gate.v1.GateService'),
  resolver: service<ResolverServiceDefinition>('assay.resolver.v1.ResolverService'),
  watch: service<WatchServiceDefinition>('assay.watch.v1.WatchService'),
};

/** Encoder and decoder of one message of protos/, for payloads that travel outside gRPC. */
export type MessageCodec<Input, Output> = {
  readonly encode: (message: Input) => Buffer;
  readonly decode: (bytes: Uint8Array) => Output;
};

/** Returns the codec of a message by its full name, such as `assay.events.v1.Decision`. Throws for an unknown name. */
export function messageCodec<Input, Output>(name: string): MessageCodec<Input, Output> {
  const type = packageDefinition[name] as
    | { serialize?: (message: Input) => Buffer; deserialize?: (bytes: Buffer) => Output }
    | undefined;
  const { serialize, deserialize } = type ?? {};
  if (serialize === undefined || deserialize === undefined) {
    throw new Error(`no message ${name} in protos/`);
  }
  return {
    encode: serialize,
    decode: (bytes) => deserialize(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
  };
}

type FieldDescriptor = { readonly name: string; readonly type: string; readonly typeName: string };

/**
 * Returns the names of a message's fields, in the order of its proto. For a field that contains a message of the same
 * package, the result also names that message. Throws for an unknown message.
 */
export function messageFieldNames(
  message: string,
): readonly { readonly name: string; readonly messageName: string | undefined }[] {
  const definition = packageDefinition[message] as
    | { readonly type?: { readonly field?: readonly FieldDescriptor[] } }
    | undefined;
  const fields = definition?.type?.field;
  if (fields === undefined) {
    throw new Error(`no message ${message} in protos/`);
  }
  const packageName = message.slice(0, message.lastIndexOf('.'));
  return fields.map(({ name, type, typeName }) => ({
    name,
    messageName: type === 'TYPE_MESSAGE' ? `${packageName}.${typeName}` : undefined,
  }));
}
