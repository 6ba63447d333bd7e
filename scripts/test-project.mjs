/** Returns the jest project that runs a test file, by the file's path from the root of the repository. */
export function projectOf(path) {
  if (path.endsWith('.training.test.ts')) {
    return 'training';
  }
  if (path.endsWith('.integration.test.ts')) {
    return 'integration';
  }
  if (/^test\/e2e\/(browser|long)\//.test(path)) {
    return 'e2e-long';
  }
  if (path.startsWith('test/e2e/')) {
    return 'e2e';
  }
  if (/^test\/(faults|conformance\/long)\//.test(path)) {
    return 'faults';
  }
  return path.startsWith('test/rehearsals/') ? 'rehearsals' : 'unit';
}
