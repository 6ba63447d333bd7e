import type { Egress } from '@assay/egress/egress';
import { bounded, checkService, type CheckedService } from '@assay/diagnosis/check-service';
import type { Finding } from '@assay/diagnosis/finding';
import type { ServiceTools } from '@assay/runtime/run';

/** The dependencies that the operator's check of the watch service tests. */
export type CheckedWatch = CheckedService & {
  readonly egress: Pick<Egress, 'get'>;
  readonly nodeCount: number;
};

/** A public page that IANA provides for documentation. The check reaches it by the same path as webhooks. */
const publicPage = 'https://example.com/';

type Judged = Omit<Finding, 'subject' | 'name' | 'facts'>;

/**
 * Checks the dependencies that every service has, the path of webhooks to the internet, and the nodes. Never rejects.
 */
export async function checkWatch(checked: CheckedWatch, tools: Pick<ServiceTools, 'log'>): Promise<readonly Finding[]> {
  const [common, egress] = await Promise.all([
    checkService('watch', checked, tools),
    bounded('the internet', () => checkEgress(checked), tools),
  ]);
  const webhooks = egress.outcome === 'unreachable' ? unreachable(checked.config.ASSAY_MODE) : egress;
  return [
    ...common,
    { subject: 'service', name: 'watch: webhook egress', facts: {}, ...webhooks },
    { subject: 'service', name: 'watch: nodes', facts: { nodes: String(checked.nodeCount) }, ...nodes(checked) },
  ];
}

async function checkEgress({ egress, config }: CheckedWatch): Promise<Judged> {
  const got = await egress.get(publicPage, {});
  const isReached = got.kind === 'answered' || got.reason === 'too_large';
  return isReached
    ? { status: 'ok', outcome: 'ok', message: 'webhooks reach the internet', remedy: '' }
    : unreachable(config.ASSAY_MODE);
}

/**
 * Returns the outcome when the internet cannot be reached. A sandbox often runs without internet, and its tests receive
 * webhooks on the same machine.
 */
function unreachable(mode: 'live' | 'sandbox'): Judged {
  return {
    status: mode === 'live' ? 'failure' : 'warning',
    outcome: 'unreachable',
    message: 'webhooks cannot reach the internet',
    remedy: 'Allow the watch service to resolve names and to connect to public addresses on ports 80 and 443.',
  };
}

function nodes({ nodeCount }: CheckedWatch): Judged {
  return nodeCount > 0
    ? { status: 'ok', outcome: 'ok', message: 'the watch service has nodes to read', remedy: '' }
    : {
        status: 'off',
        outcome: 'no_node',
        message: 'watches are refused, because no node of the chain is configured',
        remedy: 'Set ASSAY_RPC_URLS to two nodes of two vendors.',
      };
}
