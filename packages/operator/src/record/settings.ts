import { z } from 'zod';

const settingNames = [
  'ASSAY_PROVIDER_URLS',
  'ASSAY_PROVIDER_KEYS',
  'ASSAY_PROVIDER_PLANS',
  'ASSAY_STREAM_URLS',
] as const;

/** The settings of a recording: the engine's settings of providers, and the options of the command. */
export type RecordSettings = {
  readonly urls: Readonly<Record<string, string>>;
  readonly keys: Readonly<Record<string, string>>;
  readonly plans: Readonly<Record<string, string>>;
  readonly streamUrls: Readonly<Record<string, string>>;
  /** A base URL that replaces the provider's own for REST and streams. Usually it leads to the sandbox. */
  readonly baseUrl?: string;
  /** The folder to write to. When absent, the provider's folder in the repository. */
  readonly out?: string;
};

/**
 * Reads the engine's settings of providers from an environment. Throws an error that names a variable whose value is
 * malformed.
 */
export function readRecordSettings(
  environment: Readonly<Record<string, string | undefined>>,
  options: { readonly baseUrl?: string; readonly out?: string } = {},
): RecordSettings {
  const [urls, keys, plans, streamUrls] = settingNames.map((name) => mapOf(name, environment[name])) as [
    Readonly<Record<string, string>>,
    Readonly<Record<string, string>>,
    Readonly<Record<string, string>>,
    Readonly<Record<string, string>>,
  ];
  return { urls, keys, plans, streamUrls, ...options };
}

function mapOf(name: string, text: string | undefined): Readonly<Record<string, string>> {
  if (text === undefined || text === '') {
    return {};
  }
  try {
    return z.record(z.string(), z.string()).parse(JSON.parse(text));
  } catch {
    throw new Error(`${name} must be a JSON object from names to texts`);
  }
}
