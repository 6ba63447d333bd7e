import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ClassWeights } from './class-weights.ts';
import { featureSpace } from './feature-hash.ts';
import { vocabularyOf, type Vocabulary } from './vocabulary.ts';

/**
 * The layout of a model file, numbers in little endian:
 *
 *     8 bytes   "ASSAYRSV"
 *     4 bytes   format version
 *     4 bytes   length of the header
 *     4 bytes   number of features
 *     4 bytes   number of classes
 *     header    JSON: the model's name, classes, calibration, floors, and its card
 *     features  3 bytes each, in the order of the rows
 *     codes     1 byte for each feature and class
 *     32 bytes  SHA-256 of everything before
 */
export const modelLayout = {
  magic: 'ASSAYRSV',
  format: 1,
  headerAt: 24,
  featureBytes: 3,
  checksumBytes: 32,
} as const;

/**
 * Minimum calibrated probabilities of an answer. `type` applies to an answer with all parameters, and `missing` to one
 * that lacks some.
 */
export type Floors = { readonly type: number; readonly missing: number };

/** A trained classifier. */
export type TrainedModel = {
  /** The first digits of a hash of everything that can affect an answer. They are part of the model's name. */
  readonly version: string;
  /** Classes in alphabetical order, then `none`. */
  readonly labels: readonly string[];
  /** Weights of the evidence for an answer. */
  readonly calibration: readonly number[];
  /** Minimum calibrated probabilities of an answer. An answer with a lower probability becomes the outcome `none`. */
  readonly floors: Floors;
  /** Upper bound (0 to 1) on the expected false-answer rate for an author absent from the training set. */
  readonly falseAnswerBound: number;
  /** The features that have weights. */
  readonly vocabulary: Vocabulary;
  readonly weights: ClassWeights;
};

const share = z.number().min(0).max(1);
const rates = z.strictObject({
  questions: z.number().int().positive(),
  exact: share,
  falseAnswers: share.nullable(),
  falseRefusals: share.nullable(),
});
const card = z.strictObject({
  corpora: z.strictObject({ sha256: z.hex(), questions: z.number().int(), authors: z.number().int() }),
  readingCode: z.strictObject({ sha256: z.hex() }),
  folds: z.strictObject({ count: z.number().int(), heldOutAuthors: z.number().int() }),
  /** The rates on each held-out set, by the name of its file. */
  rates: z.record(z.string(), rates),
});

/**
 * The origin and the quality of a model: the hashes of its corpora and of the code that reads questions, its folds, and
 * its rates.
 */
export type ModelCard = z.infer<typeof card>;

/** The rates of a model on one held-out set, from 0 to 1. A rate is null if no question of the set counts for it. */
export type CardRates = z.infer<typeof rates>;

const header = z.strictObject({
  version: z.string().min(1),
  labels: z.array(z.string()).min(2),
  calibration: z.array(z.number()),
  floors: z.strictObject({ type: share, missing: share }),
  falseAnswerBound: share,
  featureSpace: z.literal(featureSpace),
  maxWeight: z.number().positive(),
  biases: z.array(z.number()),
  card,
});

/** The header of a model file. */
export type ModelHeader = z.infer<typeof header>;

/** The error for a file that is not a usable model. The message says what is wrong with the file. */
export class ModelFileError extends Error {}

/** Reads a model file. Throws a `ModelFileError` for a truncated, changed or foreign file and for another format. */
export function readModel(bytes: Uint8Array): TrainedModel & { readonly card: ModelCard } {
  const { header: text, features, codes, classes } = partsOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  const { maxWeight, biases, featureSpace: _space, ...model } = headerIn(text);
  if (model.labels.length !== classes || biases.length !== classes) {
    throw new ModelFileError(`names ${model.labels.length} classes and has weights for ${classes}`);
  }
  const known = Int32Array.from({ length: features.length / modelLayout.featureBytes }, (_, at) =>
    features.readUIntLE(at * modelLayout.featureBytes, modelLayout.featureBytes),
  );
  // The weights are copied, because a view of the file would keep the whole file in memory.
  const weights = { classes, codes: Int8Array.from(new Int8Array(codes.buffer, codes.byteOffset, codes.length)) };
  return { ...model, vocabulary: vocabularyOf(known), weights: { ...weights, maxWeight, biases } };
}

/** The parts of a model file whose checksum is correct. */
type ModelParts = {
  readonly header: string;
  readonly features: Buffer;
  readonly codes: Buffer;
  readonly classes: number;
};

function partsOf(file: Buffer): ModelParts {
  const { magic, format, headerAt, featureBytes, checksumBytes } = modelLayout;
  if (file.toString('latin1', 0, magic.length) !== magic.slice(0, file.length)) {
    throw new ModelFileError(`is no model of the resolver: it does not begin with "${magic}"`);
  }
  if (file.length < headerAt) {
    throw new ModelFileError(`is truncated: it has ${file.length} bytes`);
  }
  const [fileFormat = 0, headerBytes = 0, featureCount = 0, classes = 0] = [8, 12, 16, 20].map((at) =>
    file.readUInt32LE(at),
  );
  if (fileFormat !== format) {
    throw new ModelFileError(`has format ${fileFormat}; this service reads format ${format}`);
  }
  const featuresAt = headerAt + headerBytes;
  const codesAt = featuresAt + featureCount * featureBytes;
  const checksumAt = codesAt + featureCount * classes;
  const length = checksumAt + checksumBytes;
  if (file.length < length) {
    throw new ModelFileError(`is truncated: it has ${file.length} of ${length} bytes`);
  }
  const checksum = createHash('sha256').update(file.subarray(0, checksumAt)).digest();
  if (file.length > length || !checksum.equals(file.subarray(checksumAt))) {
    throw new ModelFileError('is corrupted: its checksum does not match its content');
  }
  return {
    header: file.toString('utf8', headerAt, featuresAt),
    features: file.subarray(featuresAt, codesAt),
    codes: file.subarray(codesAt, checksumAt),
    classes,
  };
}

function headerIn(text: string): ModelHeader {
  const read = header.safeParse(JSON.parse(text));
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new ModelFileError(`has a header that this service cannot read: ${issue?.path.join('.')}: ${issue?.message}`);
  }
  return read.data;
}
