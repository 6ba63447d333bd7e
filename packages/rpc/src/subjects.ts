import { messageCodec } from './load.ts';
import type { CatalogChanged, CatalogChanged__Output } from './gen/assay/events/v1/CatalogChanged.ts';
import type { DecisionsRecorded, DecisionsRecorded__Output } from './gen/assay/events/v1/DecisionsRecorded.ts';
import type { KeyLimitChanged, KeyLimitChanged__Output } from './gen/assay/events/v1/KeyLimitChanged.ts';
import type { KeyRevoked, KeyRevoked__Output } from './gen/assay/events/v1/KeyRevoked.ts';
import type { ObservationsSeen, ObservationsSeen__Output } from './gen/assay/events/v1/ObservationsSeen.ts';
import type { PrintsSeen, PrintsSeen__Output } from './gen/assay/events/v1/PrintsSeen.ts';
import type { StreamUpdated, StreamUpdated__Output } from './gen/assay/events/v1/StreamUpdated.ts';
import type { StreamWanted, StreamWanted__Output } from './gen/assay/events/v1/StreamWanted.ts';
import type { WatchTriggered, WatchTriggered__Output } from './gen/assay/events/v1/WatchTriggered.ts';

/** Every NATS subject, with the codec of its messages. For a subject that a stream stores, also the stream's name. */
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
  keyLimitChanged: {
    subject: 'assay.key.limit_changed.v1',
    ...messageCodec<KeyLimitChanged, KeyLimitChanged__Output>('assay.events.v1.KeyLimitChanged'),
  },
  catalogChanged: {
    subject: 'assay.catalog.changed.v1',
    ...messageCodec<CatalogChanged, CatalogChanged__Output>('assay.events.v1.CatalogChanged'),
  },
  observationsSeen: {
    subject: 'assay.observations.seen.v1',
    ...messageCodec<ObservationsSeen, ObservationsSeen__Output>('assay.events.v1.ObservationsSeen'),
  },
  printsSeen: {
    subject: 'assay.prints.seen.v1',
    ...messageCodec<PrintsSeen, PrintsSeen__Output>('assay.events.v1.PrintsSeen'),
  },
  streamUpdated: {
    subject: 'assay.stream.updated.v1',
    ...messageCodec<StreamUpdated, StreamUpdated__Output>('assay.events.v1.StreamUpdated'),
  },
  streamWanted: {
    subject: 'assay.stream.wanted.v1',
    ...messageCodec<StreamWanted, StreamWanted__Output>('assay.events.v1.StreamWanted'),
  },
  watchTriggered: {
    subject: 'assay.watch.triggered.v1',
    stream: 'ASSAY_WATCH_TRIGGERS',
    ...messageCodec<WatchTriggered, WatchTriggered__Output>('assay.events.v1.WatchTriggered'),
  },
} as const;
