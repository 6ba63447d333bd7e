import { featureSpace } from '@assay/resolver/embedded/feature-hash';
import { modelLayout, type ModelCard, type ModelHeader, type TrainedModel } from '@assay/resolver/embedded/model-file';
import { createHash } from 'node:crypto';
import { featuresIn } from './shared-features.ts';

const versionDigits = 8;

/** Returns the bytes of a model file, in the layout of `modelLayout`. The same model and card give the same bytes. */
export function writeModel({ vocabulary, weights, ...model }: TrainedModel, card: ModelCard): Buffer {
  const { classes, codes, maxWeight, biases } = weights;
  const content: ModelHeader = {
    version: model.version,
    labels: [...model.labels],
    calibration: [...model.calibration],
    floors: model.floors,
    falseAnswerBound: model.falseAnswerBound,
    featureSpace,
    maxWeight,
    biases: [...biases],
    card,
  };
  const header = Buffer.from(JSON.stringify(content));
  const start = Buffer.alloc(modelLayout.headerAt);
  start.write(modelLayout.magic, 'latin1');
  [modelLayout.format, header.length, vocabulary.size, classes].forEach((value, at) =>
    start.writeUInt32LE(value, modelLayout.magic.length + 4 * at),
  );
  const body = Buffer.concat([start, header, featureBytes(featuresIn(vocabulary)), bytesOf(codes)]);
  return Buffer.concat([body, createHash('sha256').update(body).digest()]);
}

/** Returns the version of a model: the first digits of a hash of everything that affects an answer. */
export function versionOf({ vocabulary, weights, ...model }: Omit<TrainedModel, 'version'>): string {
  const { codes, maxWeight, biases } = weights;
  const { labels, calibration, floors } = model;
  return createHash('sha256')
    .update(JSON.stringify([labels, calibration, floors, maxWeight, biases]))
    .update(featureBytes(featuresIn(vocabulary)))
    .update(bytesOf(codes))
    .digest('hex')
    .slice(0, versionDigits);
}

function featureBytes(features: Int32Array): Buffer {
  const { featureBytes: size } = modelLayout;
  const bytes = Buffer.alloc(features.length * size);
  features.forEach((feature, at) => bytes.writeUIntLE(feature, at * size, size));
  return bytes;
}

function bytesOf(codes: Int8Array): Buffer {
  return Buffer.from(codes.buffer, codes.byteOffset, codes.length);
}
