/** Kinds of work that threads do for this process. `process.exit` waits for them. */
const ofThreads = new Set(['GetAddrInfoReqWrap', 'GetNameInfoReqWrap', 'FSReqCallback', 'FSReqPromise']);

/** The method `process.execve`, which Node.js has since 22.15 and its types only in later versions. */
type Replaceable = {
  readonly execve?: (file: string, args: readonly string[], environment: Readonly<Record<string, string>>) => never;
};

/**
 * Ends this process with an exit code, without waiting for threads. `process.exit` waits for name lookups and file reads in
 * flight. A lookup that no server answers takes ten seconds or more, for example when the collector's host does not exist,
 * and no replacement process starts in that time. So when such work is in flight and the system supports it, the system
 * replaces this process by a program that exits with the code.
 */
export function endProcess(code: number): void {
  if (process.platform !== 'win32' && process.getActiveResourcesInfo().some((kind) => ofThreads.has(kind))) {
    process.emit('exit', code);
    (process as Replaceable).execve?.(process.execPath, [process.execPath, '-e', `process.exit(${code})`], {});
  }
  process.exit(code);
}
