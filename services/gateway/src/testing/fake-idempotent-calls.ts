import type { BillingClient } from '../service-clients.ts';

type FakeCall = {
  readonly fingerprint: string;
  readonly callId: string;
  traceId: string;
  running: boolean;
  answer?: { readonly status: number; readonly body: string };
};

/**
 * Returns billing's methods of idempotent calls in memory. A test reads the calls, and can make the end of an attempt
 * fail.
 */
export function fakeIdempotentCalls(): {
  readonly methods: Pick<BillingClient, 'BeginIdempotentCall' | 'FinishIdempotentCall'>;
  readonly state: {
    readonly calls: Map<string, FakeCall>;
    begun: number;
    /** Runs before the end of an attempt. An error that it throws reaches the gateway. */
    beforeFinish: (status: number) => Promise<void> | void;
    /** Whether attempts have lost their leases. */
    lost: boolean;
  };
} {
  const state: ReturnType<typeof fakeIdempotentCalls>['state'] = {
    calls: new Map(),
    begun: 0,
    beforeFinish: () => undefined,
    lost: false,
  };
  const text = (bytes: unknown): string => Buffer.from(bytes as Uint8Array).toString('hex');
  const none = { call_id: '', http_status: 0, body: '' };
  return {
    state,
    methods: {
      BeginIdempotentCall: async (request) => {
        state.begun += 1;
        const name = text(request.key_sha256);
        const fingerprint = text(request.fingerprint);
        const traceId = request.trace_id ?? '';
        const call = state.calls.get(name) ?? {
          fingerprint,
          callId: `call_${state.calls.size}`,
          traceId,
          running: false,
        };
        state.calls.set(name, call);
        if (call.fingerprint !== fingerprint) {
          return { ...none, state: 'IDEMPOTENT_CALL_STATE_MISMATCH' };
        }
        if (call.answer !== undefined) {
          const { status, body } = call.answer;
          return { state: 'IDEMPOTENT_CALL_STATE_FINISHED', call_id: '', http_status: status, body };
        }
        if (call.running) {
          return { ...none, state: 'IDEMPOTENT_CALL_STATE_IN_PROGRESS' };
        }
        call.running = true;
        call.traceId = traceId;
        return { ...none, state: 'IDEMPOTENT_CALL_STATE_RUN', call_id: call.callId };
      },
      FinishIdempotentCall: async (request) => {
        const status = request.http_status ?? 0;
        await state.beforeFinish(status);
        const call = state.calls.get(text(request.key_sha256));
        if (call === undefined || call.traceId !== request.trace_id || state.lost) {
          return { finished: false };
        }
        call.running = false;
        if (status !== 0) {
          call.answer = { status, body: request.body ?? '' };
        }
        return { finished: true };
      },
    },
  };
}
