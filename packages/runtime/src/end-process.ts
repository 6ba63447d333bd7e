/** Work that threads do for this process, and that `process.exit` waits for. */
const ofThreads = new Set(['GetAddrInfoReqWrap', 'GetNameInfoReqWrap', 'FSReqCallback', 'FSReqPromise']);

/** What Node.js has since 22.15, and its types have later. */
type Replaceable = {
  readonly execve?: (file: string, args: readonly string[], environment: Readonly<Record<string, string>>) => never;
};

/**
 * Ends this process with an exit code, at once. `process.exit` waits for the lookups of names and the reads of files that are
 * under way. A lookup that no server answers takes ten seconds or more, and so long nobody takes this process's place: a
 * collector without an address was enough. Where such work is under way, another program that ends with the code replaces
 * this process, as far as the system can do that.
 */
export function endProcess(code: number): void {
  if (process.platform !== 'win32' && process.getActiveResourcesInfo().some((kind) => ofThreads.has(kind))) {
    process.emit('exit', code);
    (process as Replaceable).execve?.(process.execPath, [process.execPath, '-e', `process.exit(${code})`], {});
  }
  process.exit(code);
}
