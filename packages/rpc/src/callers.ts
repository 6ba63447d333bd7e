import { callerNames, type Certified, type Identity } from './identity.ts';
import { services } from './load.ts';
import type { MethodName } from './methods.ts';

/** The name of a process that calls services. Its certificate states this name. */
export type Caller = 'gateway' | 'gate' | 'engine' | 'watch' | 'operator' | 'dashboard';

type CallersByService = {
  readonly [Service in Exclude<keyof typeof services, 'mux'>]: {
    readonly [Method in MethodName<(typeof services)[Service]>]: readonly Caller[];
  };
};

const people = ['operator', 'dashboard'] as const;

/**
 * For each method, the callers that may call it. When callers have certificates, a method answers FORBIDDEN to all
 * others.
 */
export const callersOf: CallersByService = {
  billing: {
    Admit: ['gateway'],
    Hold: ['gateway', 'watch'],
    Settle: ['gateway', 'watch'],
    Confirm: ['gateway'],
    BeginIdempotentCall: ['gateway'],
    FinishIdempotentCall: ['gateway'],
    GetAccountCharges: ['gateway', 'dashboard'],
    GetAccount: people,
    GetCharges: people,
    CreateAccount: people,
    CreateKey: people,
    RevokeKey: people,
    AddCredits: people,
    SetRateLimit: people,
    CreateOperator: people,
    ListOperators: people,
    RevokeOperator: people,
    RotateOperator: people,
    FindOperator: ['engine', 'watch', 'dashboard'],
    RecordOperatorAction: ['engine', 'watch', 'dashboard'],
    ListAccounts: ['dashboard'],
    OpenAccount: ['dashboard'],
    ListKeys: ['dashboard'],
    CreateAccountKey: ['dashboard'],
    RevokeAccountKey: ['dashboard'],
    RotateAccountKey: ['dashboard'],
    GetUsage: ['dashboard'],
    ListLedger: ['dashboard'],
    BrowseAccounts: ['operator'],
    BrowseKeys: ['operator'],
    GetDiagnosis: people,
  },
  engine: {
    Verify: ['gateway', 'watch'],
    VerifySwap: ['gate'],
    DecideSwap: ['gate'],
    RecordUnresolved: ['gateway'],
    RecordFailedCalls: ['gateway'],
    ListTypes: ['gateway', 'watch', ...people],
    RecordGate: ['gateway'],
    GetDecision: people,
    GetAccountDecisions: ['gateway', 'dashboard'],
    GetIndependence: people,
    GetDiagnosis: people,
    ListDecisions: ['dashboard'],
    FindTraces: ['dashboard'],
    DescribeIndependence: ['dashboard'],
    ListPairEvidence: ['dashboard'],
    GetWordsSetting: ['dashboard'],
    SetWordsSetting: ['dashboard'],
  },
  dashboard: { CreateSignInLink: ['operator'], GetDiagnosis: ['operator'] },
  gate: { Judge: ['gateway'] },
  resolver: { Resolve: ['gateway'] },
  watch: {
    CreateWatch: ['gateway', 'dashboard'],
    ListWatches: ['gateway', 'dashboard'],
    DeleteWatch: ['gateway', 'dashboard'],
    GetDelivery: people,
    GetAccountDelivery: ['dashboard'],
    ListDeliveries: ['dashboard'],
    SendTestNotification: ['dashboard'],
    BrowseWatches: ['operator'],
    GetDiagnosis: people,
  },
};

/** Decides whether the caller on a connection may call a method. `path` is the method's full gRPC path. */
export type Access = (path: string, connection: Certified | null) => boolean;

/**
 * Returns the access rule of a server. With certificates, only the callers in `callersOf` may call a method. A caller
 * without a certificate may call every method where mutual TLS is off or optional, because it is then unknown.
 */
export function accessFor({ mutualTls }: Pick<Identity, 'mutualTls'>): Access {
  if (mutualTls === 'off') {
    return () => true;
  }
  const allowed = callersByPath();
  return (path, connection) => {
    if (mutualTls === 'optional' && connection?.sslPeerCertificate === undefined) {
      return true;
    }
    const callers = allowed.get(path) ?? [];
    return callerNames(connection).some((name) => callers.includes(name));
  };
}

/** Returns the allowed callers of each method, by the method's full gRPC path. */
function callersByPath(): ReadonlyMap<string, readonly string[]> {
  return new Map(
    Object.entries(callersOf).flatMap(([service, methods]) =>
      Object.entries(methods as Readonly<Record<string, readonly string[]>>).map(
        ([name, callers]) => [pathOf(service, name), callers] as const,
      ),
    ),
  );
}

function pathOf(service: string, method: string): string {
  const definition = services[service as keyof CallersByService] as unknown as Readonly<
    Record<string, { readonly path: string }>
  >;
  const path = definition[method]?.path;
  if (path === undefined) {
    throw new Error(`${service} has no method ${method}`);
  }
  return path;
}
