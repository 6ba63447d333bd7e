import { readConfig, port } from '@assay/runtime/config';
import { z } from 'zod';
import { openClusterSecrets, sendAsServiceAccount } from './certificates/cluster-secrets.ts';
import { renewAll } from './certificates/renew-all.ts';

const holders = z.array(z.object({ secret: z.string().min(1), dnsNames: z.array(z.string().min(1)).min(1) }));

const settings = z.object({
  KUBERNETES_SERVICE_HOST: z.string().min(1),
  KUBERNETES_SERVICE_PORT: port,
  ASSAY_NAMESPACE: z.string().min(1),
  ASSAY_RELEASE: z.string().min(1),
  ASSAY_AUTHORITY_SECRET: z.string().min(1),
  // A list in JSON of the Secrets to create, each with the DNS names of its certificate.
  ASSAY_CERTIFICATES: z.string().transform((text) => holders.parse(JSON.parse(text))),
  ASSAY_CERTIFICATE_DAYS: z.coerce.number().int().min(2).max(3_650),
  ASSAY_CERTIFICATE_RENEW_DAYS: z.coerce.number().int().min(1).max(3_649),
});

const accountFolder = '/var/run/secrets/kubernetes.io/serviceaccount';

/**
 * Creates and renews the certificates of a release in Kubernetes. The chart runs it once as a Job and daily as a CronJob.
 */
try {
  // oxlint-disable-next-line node/no-process-env -- a command, not a service: there is no runService to read it
  const config = readConfig(settings, process.env);
  const apiServer = { host: config.KUBERNETES_SERVICE_HOST, port: config.KUBERNETES_SERVICE_PORT };
  const secrets = openClusterSecrets(sendAsServiceAccount(apiServer, accountFolder), config.ASSAY_NAMESPACE, {
    'app.kubernetes.io/name': 'assay',
    'app.kubernetes.io/instance': config.ASSAY_RELEASE,
    'app.kubernetes.io/component': 'certificates',
  });
  const terms = { days: config.ASSAY_CERTIFICATE_DAYS, renewBeforeDays: config.ASSAY_CERTIFICATE_RENEW_DAYS };
  const requestedCertificates = { authority: config.ASSAY_AUTHORITY_SECRET, holders: config.ASSAY_CERTIFICATES, terms };
  const written = await renewAll(secrets, requestedCertificates, Date.now());
  process.stdout.write(written.length === 0 ? 'every certificate is current\n' : `renewed ${written.join(', ')}\n`);
} catch (error) {
  process.stderr.write(
    `the certificates could not be renewed: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = 1;
}
