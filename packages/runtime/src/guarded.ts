/**
 * Returns a function that never throws: it hands what `run` throws to `onError`. Node.js calls the handlers of sockets, timers and
 * messages outside of any promise, so an error of theirs would otherwise reach the process.
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
