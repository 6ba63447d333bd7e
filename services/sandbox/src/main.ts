import { listen } from '@assay/runtime/operations';
import { runService } from '@assay/runtime/run';
import type { ChainAccount } from './chain/account.ts';
import { loadAccountFiles } from './chain/account-files.ts';
import { sandboxConfig } from './config.ts';
import { openMailServer } from './mailbox/mail-server.ts';
import { createMailbox } from './mailbox/mailbox.ts';
import { createSandbox } from './sandbox.ts';

await runService({
  name: 'sandbox',
  hasNoRpc: true,
  config: sandboxConfig,
  start: async (config, { log, defer }) => {
    const folder = config.ASSAY_ACCOUNT_DIR;
    const loadedAccounts = folder === undefined ? new Map<string, ChainAccount>() : await loadAccountFiles(folder);
    const mailbox = createMailbox();
    const {
      ASSAY_SANDBOX_SEED: seed,
      ASSAY_SANDBOX_RESOLD_NODE: resoldNode,
      ASSAY_SANDBOX_SMTP_PORT: smtpPort,
    } = config;
    const server = createSandbox(seed, Date.now, loadedAccounts, resoldNode, mailbox);
    if (smtpPort !== undefined) {
      const mailServer = await openMailServer(smtpPort, config.ASSAY_BIND_HOST, mailbox.add);
      defer('SMTP port', mailServer.close);
    }
    await listen(server, config.ASSAY_SANDBOX_PORT, config.ASSAY_BIND_HOST);
    defer(
      'sandbox port',
      () =>
        new Promise<void>((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        }),
    );
    const address = server.address();
    const http = typeof address === 'object' && address !== null ? address.port : config.ASSAY_SANDBOX_PORT;
    log.info({ port: http }, 'started the sandbox; all of its data is synthetic');
    return { http };
  },
});
