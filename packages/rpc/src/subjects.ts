import { messageCodec } from './load.ts';
import type { CatalogChanged, CatalogChanged__Output } from './gen/assay/events/v1/CatalogChanged.ts';
import type { DecisionsRecorded, DecisionsRecorded__Output } from './gen/assay/events/v1/DecisionsRecorded.ts';
import type { KeyRevoked, KeyRevoked__Output } from './gen/assay/events/v1/KeyRevoked.ts';

/** Every NATS subject, with the codec of its payload. */
export const subjects = {
  decisionRecorded: {
    subject: 'assay.decision.recorded.v1',
    stream: 'ASSAY_DECISIONS',
    ...messageCodec<DecisionsRecorded, DecisionsRecorded__Output>('assay.events.v1.DecisionsRecorded'),
  },
  keyRevoked: {
    subject: 'assay.key.revoked.v1',
    ...messageCodec<KeyRevoked, KeyRevoked__Output>('assay.events.v1.KeyRevoked'),
  },
  catalogChanged: {
    subject: 'assay.catalog.changed.v1',
    ...messageCodec<CatalogChanged, CatalogChanged__Output>('assay.events.v1.CatalogChanged'),
  },
} as const;
