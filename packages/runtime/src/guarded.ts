/**
 * Returns a function that never throws: it passes what `run` throws to `onError`. Node.js calls handlers of sockets, timers
 * and messages outside any promise, so their errors would otherwise reach the process.
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
