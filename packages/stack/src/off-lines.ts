import type { Catalog } from '@assay/catalog/catalog';
import { loadProviders } from '@assay/providers/load';
import type { Environment } from './settings.ts';

/** The facts that decide which features of a live system are off. */
export type OffFacts = {
  readonly catalog: Catalog;
  /** The providers that need a key and have none, each with its data types. */
  readonly keyless: readonly { readonly provider: string; readonly types: readonly string[] }[];
  /** The types that the engine serves. */
  readonly served: ReadonlySet<string>;
  readonly hasNodes: boolean;
  readonly hasMail: boolean;
  /** The command that checks the system by sending one request to each provider. */
  readonly doctor: string;
};

/** The optional settings of a live system that are set. */
export type GivenSettings = {
  readonly hasNodes: boolean;
  readonly hasMail: boolean;
  /** Ids of the providers that have a key; `unknown` when only the engine can read the keys. */
  readonly keys: ReadonlySet<string> | 'unknown';
};

/**
 * Reads the optional settings from an environment. A setting that is not a JSON object counts as empty here, because
 * the engine reports it.
 */
export function givenSettings(caller: Environment): GivenSettings {
  return {
    keys: new Set(namesIn(caller['ASSAY_PROVIDER_KEYS'])),
    hasNodes: namesIn(caller['ASSAY_RPC_URLS']).length > 0,
    hasMail: (caller['ASSAY_SMTP_URL'] ?? '') !== '',
  };
}

/** Returns the facts about a system, from the types that it serves and from its settings. */
export async function offFacts(
  catalog: Catalog,
  served: ReadonlySet<string>,
  { keys, hasNodes, hasMail }: GivenSettings,
  doctor = 'npm run -s assay -- doctor',
): Promise<OffFacts> {
  const providers = await loadProviders(catalog);
  const keyless = providers
    .filter(({ id, key }) => keys !== 'unknown' && key?.required === true && !keys.has(id))
    .map(({ id, adapters }) => ({ provider: id, types: adapters.map(({ type }) => type) }));
  return { catalog, keyless, served, hasNodes, hasMail, doctor };
}

const silenceAdvice = "no provider answers; check this machine's connection to the internet";

/**
 * Returns at most five lines for the operator of a live system. They name the features that are off, and the variables
 * that turn them on.
 */
export function offLines({ catalog, keyless, served, hasNodes, hasMail, doctor }: OffFacts): string[] {
  const onChain = [...catalog.keys()].filter((type) => type.startsWith('chain.'));
  const silent = [...catalog.keys()].filter((type) => !served.has(type) && (hasNodes || !onChain.includes(type)));
  const types = [...new Set(keyless.flatMap((each) => each.types))];
  return [
    ...(hasNodes
      ? []
      : [
          `off       ${onChain.length} chain types, watches, the gate and the level anchored: set ASSAY_RPC_URLS to two nodes of two vendors`,
        ]),
    ...(keyless.length === 0
      ? []
      : [
          `off       ${keyless.map(({ provider }) => provider).join(', ')}, some sources of ${types.join(', ')}: set their keys in ASSAY_PROVIDER_KEYS`,
        ]),
    ...(hasMail ? [] : ['off       the dashboard and its mails: set ASSAY_SMTP_URL']),
    ...(silent.length === 0
      ? []
      : [`no answer ${served.size === 0 ? 'of any type' : silent.join(', ')}: ${silenceAdvice}`]),
    `check     ${doctor} asks each provider once; docs/operate/going-live.md explains the settings`,
  ];
}

function namesIn(setting: string | undefined): readonly string[] {
  try {
    const parsed: unknown = JSON.parse(setting ?? '');
    return typeof parsed === 'object' && parsed !== null ? Object.keys(parsed) : [];
  } catch {
    return [];
  }
}
