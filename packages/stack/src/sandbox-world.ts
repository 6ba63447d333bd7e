import { z } from 'zod';
import type { StackSettings } from './settings.ts';

const controlPage = z.object({
  providers: z.record(z.string(), z.unknown()),
  chain: z.object({ nodes: z.record(z.string(), z.object({ path: z.string() })) }).optional(),
});

/** Where the engine finds what the sandbox plays. */
export type SandboxWorld = {
  readonly providerUrls: Readonly<Record<string, string>>;
  readonly rpcUrls: Readonly<Record<string, string>>;
};

/**
 * Every provider and every node that the sandbox simulates, by its own control page; a URL that the caller gave for one
 * stands before. Rejects when the page cannot be read.
 */
export async function sandboxWorld(
  settings: Pick<StackSettings, 'ASSAY_PROVIDER_URLS' | 'ASSAY_RPC_URLS'>,
  note: (text: string) => void,
  sandboxUrl: string,
): Promise<SandboxWorld> {
  const response = await fetch(`${sandboxUrl}/control`, { signal: AbortSignal.timeout(5_000) });
  const { providers, chain } = controlPage.parse(await response.json());
  const nodes = chain?.nodes ?? {};
  // The page lists the states of nodes among those of providers, since both can be told to misbehave alike.
  const ids = Object.keys(providers).filter((id) => !Object.hasOwn(nodes, id));
  const found = {
    ASSAY_PROVIDER_URLS: Object.fromEntries(ids.map((id) => [id, `${sandboxUrl}/${id}`])),
    ASSAY_RPC_URLS: Object.fromEntries(Object.entries(nodes).map(([name, { path }]) => [name, sandboxUrl + path])),
  };
  const urlsOf = (name: keyof typeof found): Readonly<Record<string, string>> => {
    const given = settings[name] ?? {};
    if (Object.keys(given).length > 0) {
      note(`${name} is followed for ${Object.keys(given).join(', ')}, before the sandbox`);
    }
    return { ...found[name], ...given };
  };
  return { providerUrls: urlsOf('ASSAY_PROVIDER_URLS'), rpcUrls: urlsOf('ASSAY_RPC_URLS') };
}
