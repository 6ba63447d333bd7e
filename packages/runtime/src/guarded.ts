/**
 * Returns a function that never throws: when `run` throws, it passes the error to `onError`. Node.js calls handlers of
 * sockets, timers and messages outside any promise. An error of such a handler would be an uncaught error of the
 * process.
 */
export function guarded<Args extends readonly unknown[]>(
  run: (...args: Args) => unknown,
  onError: (error: unknown) => void,
): (...args: Args) => void {
  return (...args) => {
    try {
      run(...args);
    } catch (error) {
      onError(error);
    }
  };
}
