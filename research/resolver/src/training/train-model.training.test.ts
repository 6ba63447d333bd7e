import { expect, test } from '@jest/globals';
import { loadCatalog, type Catalog } from '@assay/catalog/catalog';
import { addressParam } from '@assay/catalog/addresses';
import { defineDataType } from '@assay/catalog/define';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { resolveWith } from '@assay/resolver/resolve';
import { embeddedModel } from '@assay/resolver/embedded/embedded-model';
import { readModel, type ModelCard } from '@assay/resolver/embedded/model-file';
import { trainModel } from './train-model.ts';
import { trainingQuestions } from './model-inputs.ts';
import { readExamples } from './training-set.ts';
import { writeModel } from './write-model.ts';

const catalog = await loadCatalog();
const questions = await trainingQuestions();
const card: ModelCard = {
  corpora: { sha256: '00', questions: 1, authors: 1 },
  readingCode: { sha256: '00' },
  folds: { count: 3, heldOutAuthors: 1 },
  rates: {},
};
const few = (of: number) => questions.filter((_, at) => at % of === 0);

/** Time limit, in milliseconds, of a test that trains on a busy machine. */
const trainingTimeoutMs = 120_000;
test(
  'training is deterministic, and readModel reads what writeModel wrote',
  async () => {
    const some = few(60);
    const first = writeModel(await trainModel(some, catalog), card);
    expect(writeModel(await trainModel(some, catalog), card).equals(first)).toBe(true);
    expect(writeModel(readModel(first), card).equals(first)).toBe(true);
  },
  trainingTimeoutMs,
);

test(
  'after a training, a new type folder is enough to resolve questions to the type with its parameters',
  async () => {
    const directory = await mkdtemp(join(tmpdir(), 'assay-types-'));
    try {
      await mkdir(join(directory, 'tide-height'));
      const places = ['HB12', 'AX77', 'QQ01', 'ZK55', 'TT12', 'LM34'];
      const examples = places.flatMap((place) => [
        `tide height at harbour ${place}`,
        `how high is the tide in ${place} now`,
        `water level harbour ${place} please`,
      ]);
      await writeFile(
        join(directory, 'tide-height', 'examples.json'),
        JSON.stringify({ type: 'tide.height', examples }),
      );
      const tide = defineDataType({
        id: 'tide.height',
        description: 'How high the water stands in a harbour now.',
        params: z.object({
          harbour: z
            .string()
            .regex(/^[a-z]{2}\d\d$/i)
            .transform((code) => code.toUpperCase()),
        }),
        inferredParams: [],
        data: z.object({ metres: z.string() }),
        origin: 'measured',
        maxAgeMs: 60_000,
        levelCeiling: 'single_source',
        levelCeilingReason: 'one gauge',
        example: { harbour: 'HB12' },
      });
      const types: Catalog = new Map([...catalog, [tide.id, tide]]);
      const made = await readExamples(pathToFileURL(`${directory}/`));
      const grown = embeddedModel(await trainModel([...few(36), ...made], types));
      const resolve = resolveWith(types, grown);
      expect(await resolve('how high is the tide at harbour bk42 now', 0)).toMatchObject({
        outcome: 'type',
        type: 'tide.height',
        params: { harbour: 'BK42' },
        fallbackReason: '',
      });
    } finally {
      await rm(directory, { recursive: true });
    }
  },
  trainingTimeoutMs,
);

test(
  'the names of the parameters fill a new type with two addresses',
  async () => {
    const escrow = defineDataType({
      id: 'chain.escrow_terms',
      description: 'What a buyer and a seller agreed to in an escrow.',
      params: z.object({ seller: addressParam('Who sells.'), buyer: addressParam('Who buys.') }),
      inferredParams: [],
      data: z.object({ terms: z.string() }),
      origin: 'derived',
      maxAgeMs: 60_000,
      levelCeiling: 'anchored',
      levelCeilingReason: null,
      example: {
        seller: 'EWT3NX11eVVyoyQ6WwtxF5C2wsyXXzKC4DcGSwAhCfzv',
        buyer: 'pHRNTvXFmBxriWAr3XNWzWK2iM7LxX44JSP3raNt8J9',
      },
    });
    const types: Catalog = new Map([...catalog, [escrow.id, escrow]]);
    const { seller, buyer } = escrow.example;
    const made = Array.from({ length: 12 }, (_, at) => ({
      query:
        ['escrow terms buyer', 'terms of the escrow, buyer', 'what are the escrow terms between buyer'][at % 3] +
        ` ${buyer} seller ${seller}`,
      label: escrow.id,
      author: 'escrow',
    }));
    const grown = embeddedModel(await trainModel([...few(36), ...made], types));
    expect(await resolveWith(types, grown)(`escrow terms please: buyer ${buyer}, seller ${seller}`, 0)).toMatchObject({
      outcome: 'type',
      type: 'chain.escrow_terms',
      params: { seller, buyer },
    });
  },
  trainingTimeoutMs,
);
