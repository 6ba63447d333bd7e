import { APIError, createAuthMiddleware } from 'better-auth/api';

/** What hooks read of the context that better-auth gives them. */
export type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** Functions that run before and after each endpoint of better-auth. `before` may throw an APIError to refuse the request. */
export type AuthHooks = {
  readonly before: (context: HookContext) => Promise<void>;
  /** Runs after the endpoint has answered, also with an error; not after a refusal of `before`. */
  readonly after: (context: HookContext) => Promise<void>;
};

/** Returns better-auth's hooks, which run the given ones in turn. */
export function joinHooks(all: readonly AuthHooks[]) {
  const each = (when: keyof AuthHooks) =>
    createAuthMiddleware(async (context) => {
      for (const hooks of all) {
        await hooks[when](context);
      }
    });
  return { before: each('before'), after: each('after') };
}

/** Returns the refusal of a request that may be sent again after a time. */
export function tooManyRequests(waitMs: number, code: string, messageOf: (seconds: number) => string): APIError {
  const seconds = Math.ceil(waitMs / 1_000);
  return new APIError('TOO_MANY_REQUESTS', { code, message: messageOf(seconds) }, { 'Retry-After': String(seconds) });
}
