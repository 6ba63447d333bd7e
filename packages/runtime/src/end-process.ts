/** The kinds of work that Node.js does on threads. `process.exit` waits for such work. */
const ofThreads = new Set(['GetAddrInfoReqWrap', 'GetNameInfoReqWrap', 'FSReqCallback', 'FSReqPromise']);

/** A process with the method `execve`. Node.js has had it since 22.15, but its types have it only in later versions. */
type Replaceable = {
  readonly execve?: (file: string, args: readonly string[], environment: Readonly<Record<string, string>>) => never;
};

/**
 * Ends this process with an exit code, without waiting for threads. `process.exit` waits for name lookups and file
 * reads in flight. A lookup that no server answers takes ten seconds or more, for example when the collector's host
 * does not exist. No replacement process starts in that time. So when such work is in flight, this process replaces
 * itself by a program that exits with the code, if the system supports this.
 */
export function endProcess(code: number): void {
  if (process.platform !== 'win32' && process.getActiveResourcesInfo().some((kind) => ofThreads.has(kind))) {
    process.emit('exit', code);
    (process as Replaceable).execve?.(process.execPath, [process.execPath, '-e', `process.exit(${code})`], {});
  }
  process.exit(code);
}
