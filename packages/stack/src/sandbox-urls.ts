import { z } from 'zod';
import type { StackSettings } from './settings.ts';

const controlPage = z.object({
  providers: z.record(z.string(), z.unknown()),
  chain: z.object({ nodes: z.record(z.string(), z.object({ path: z.string() })) }).optional(),
});

/** The URLs at which the engine reaches the sandbox's providers and nodes. */
export type SandboxUrls = {
  readonly providerUrls: Readonly<Record<string, string>>;
  readonly rpcUrls: Readonly<Record<string, string>>;
};

/**
 * Reads the URLs of all simulated providers and nodes from the sandbox's control page. A URL in the caller's settings
 * takes precedence. Rejects when the page is unreadable.
 */
export async function readSandboxUrls(
  settings: Pick<StackSettings, 'ASSAY_PROVIDER_URLS' | 'ASSAY_RPC_URLS'>,
  note: (text: string) => void,
  sandboxUrl: string,
): Promise<SandboxUrls> {
  const response = await fetch(`${sandboxUrl}/control`, { signal: AbortSignal.timeout(5_000) });
  const { providers, chain } = controlPage.parse(await response.json());
  const nodes = chain?.nodes ?? {};
  // The control page lists the nodes among the providers too, because both support the same simulated faults.
  const ids = Object.keys(providers).filter((id) => !Object.hasOwn(nodes, id));
  const urlsOfSandbox = {
    ASSAY_PROVIDER_URLS: Object.fromEntries(ids.map((id) => [id, `${sandboxUrl}/${id}`])),
    ASSAY_RPC_URLS: Object.fromEntries(Object.entries(nodes).map(([name, { path }]) => [name, sandboxUrl + path])),
  };
  const urlsOf = (name: keyof typeof urlsOfSandbox): Readonly<Record<string, string>> => {
    const configured = settings[name] ?? {};
    if (Object.keys(configured).length > 0) {
      note(`using ${name} instead of the sandbox for ${Object.keys(configured).join(', ')}`);
    }
    return { ...urlsOfSandbox[name], ...configured };
  };
  return { providerUrls: urlsOf('ASSAY_PROVIDER_URLS'), rpcUrls: urlsOf('ASSAY_RPC_URLS') };
}
