/** Work that threads do for this process, and that `process.exit` waits for. */
const ofThreads = new Set(['GetAddrInfoReqWrap', 'GetNameInfoReqWrap', 'FSReqCallback', 'FSReqPromise']);

/** A method that Node.js has since 22.15. The types of Node.js have it only in later versions. */
type Replaceable = {
  readonly execve?: (file: string, args: readonly string[], environment: Readonly<Record<string, string>>) => never;
};

/**
 * Ends this process with an exit code, at once. `process.exit` waits for the lookups of names and the reads of files that are
 * under way. A lookup that no server answers takes ten seconds or more, for example when the collector has no address, and
 * no other process takes this one's place in that time. So where such work is under way, the system replaces this process
 * by a program that ends with the code, if the system can do that.
 */
export function endProcess(code: number): void {
  if (process.platform !== 'win32' && process.getActiveResourcesInfo().some((kind) => ofThreads.has(kind))) {
    process.emit('exit', code);
    (process as Replaceable).execve?.(process.execPath, [process.execPath, '-e', `process.exit(${code})`], {});
  }
  process.exit(code);
}
