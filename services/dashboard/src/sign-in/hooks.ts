import { APIError, createAuthMiddleware } from 'better-auth/api';

/** The context that better-auth passes to hooks. */
export type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** Functions that run before and after each endpoint of better-auth. `before` may throw an APIError to refuse the request. */
export type AuthHooks = {
  readonly before: (context: HookContext) => Promise<void>;
  /** Runs after the endpoint has responded, even with an error. Does not run when `before` refused the request. */
  readonly after: (context: HookContext) => Promise<void>;
};

/** Returns better-auth's hooks, which run all of these hooks one after another. */
export function joinHooks(all: readonly AuthHooks[]) {
  const each = (when: keyof AuthHooks) =>
    createAuthMiddleware(async (context) => {
      for (const hooks of all) {
        await hooks[when](context);
      }
    });
  return { before: each('before'), after: each('after') };
}

/** Returns the refusal of a request that was sent too early. It tells the caller when to try again. */
export function tooManyRequests(waitMs: number, code: string, messageOf: (seconds: number) => string): APIError {
  const seconds = Math.ceil(waitMs / 1_000);
  return new APIError('TOO_MANY_REQUESTS', { code, message: messageOf(seconds) }, { 'Retry-After': String(seconds) });
}
