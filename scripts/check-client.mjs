import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/**
 * Checks packages/client in the form in which npm publishes it. Checks the size of its API part, and the tarball's
 * entries for every kind of module resolution. It also compares the public API with the reports in packages/client/api.
 * It replaces a stale report, so that you can review and commit the new one.
 */
// Uses require and not import, because the package's types would change what the linter infers for all scripts.
const { Extractor, ExtractorConfig, ExtractorLogLevel } = createRequire(import.meta.url)('@microsoft/api-extractor');
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'packages/client');
/** Maximum size of the API part, minified and compressed, in bytes. */
const maxApiBytes = 8_000;

const { exports: entries } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const problems = [...checkTarball(), ...(await checkSize()), ...checkReports()];
process.stdout.write(problems.map((problem) => `${problem}\n`).join(''));
process.exitCode = problems.length === 0 ? 0 : 1;

function checkTarball() {
  const directory = mkdtempSync(join(tmpdir(), 'assay-pack-'));
  try {
    const packed = run('npm', [
      'pack',
      '--ignore-scripts=false',
      '--json',
      '--workspace',
      folder,
      '--pack-destination',
      directory,
    ]);
    if (packed.status !== 0) {
      return [`npm pack failed: ${packed.output}`];
    }
    const tarball = join(directory, `assay-client-${version()}.tgz`);
    return [
      run('npx', ['--no-install', 'publint', 'run', tarball, '--strict']),
      run('npx', ['--no-install', 'attw', tarball, '--profile', 'node16', '--no-emoji']),
    ]
      .filter(({ status }) => status !== 0)
      .map(({ output }) => output);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

async function checkSize() {
  const { outputFiles } = await build({
    entryPoints: [join(folder, 'src/assay.ts')],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    conditions: ['@assay/source'],
  });
  const bytes = gzipSync(outputFiles[0].contents).length;
  process.stdout.write(`  the API part has ${bytes} of ${maxApiBytes} bytes, minified and compressed\n`);
  return bytes <= maxApiBytes ? [] : [`the API part must have at most ${maxApiBytes} bytes`];
}

function checkReports() {
  const reportFolder = join(folder, 'api');
  mkdirSync(reportFolder, { recursive: true });
  return Object.entries(entries).flatMap(([entry, { import: file }]) => {
    const name = entry === '.' ? 'client' : entry.slice('./'.length);
    const problems = [];
    const { apiReportChanged } = Extractor.invoke(extractorConfig(name, file, reportFolder), {
      localBuild: true,
      messageCallback: (message) => {
        message.handled = true;
        if (message.logLevel === ExtractorLogLevel.Error) {
          problems.push(message.text);
        }
      },
    });
    return apiReportChanged
      ? [...problems, `  was stale and is now up to date: packages/client/api/${name}.api.md`]
      : problems;
  });
}

function extractorConfig(name, file, reportFolder) {
  return ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: join(folder, 'package.json'),
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: join(folder, file.replace(/\.js$/, '.d.ts')),
      compiler: { tsconfigFilePath: join(folder, 'tsconfig.json'), skipLibCheck: true },
      apiReport: { enabled: true, reportFolder, reportTempFolder: join(folder, 'dist/api'), reportFileName: name },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: 'lf',
      messages: {
        extractorMessageReporting: { default: { logLevel: 'none' } },
        tsdocMessageReporting: { default: { logLevel: 'none' } },
        compilerMessageReporting: { default: { logLevel: 'warning' } },
      },
    },
  });
}

function version() {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;
}

function run(command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8' });
  return { status, output: `${stdout ?? ''}${stderr ?? ''}` };
}
