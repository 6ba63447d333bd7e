import { z } from 'zod';
import { json } from '../mock-endpoint.ts';
import { errorResponse, type ControlSection } from './section.ts';

/** The names of the signer sets that can sign the prices of the sandbox's Hermes. */
export const signerSetNames = ['routers', 'guardians', 'next_routers', 'too_few_routers'] as const;

/** The name of one signer set. */
export type SignerSetName = (typeof signerSetNames)[number];

/** The signer set that now signs the prices of the sandbox's Hermes, and the control section that selects it. */
export type PythSigners = { readonly current: () => SignerSetName; readonly section: ControlSection };

const only = 'pyth';
const present: SignerSetName = 'routers';
const body = z.strictObject({ set: z.enum(signerSetNames) });

/** Creates the signers. Pyth's present routers sign until a control request selects another set. */
export function createPythSigners(): PythSigners {
  let set = present;
  const unknown = (id: string) => errorResponse(404, `unknown signers "${id.slice(0, 32)}"; it must be ${only}`);
  return {
    current: () => set,
    section: {
      name: 'signers',
      list: () => ({ [only]: { set } }),
      put: (id, requestBody) => {
        if (id !== only) {
          return unknown(id);
        }
        const parsed = body.safeParse(requestBody);
        if (!parsed.success) {
          return errorResponse(
            400,
            `the body must be { "set": "<name>" }; the name is one of ${signerSetNames.join(', ')}`,
          );
        }
        ({ set } = parsed.data);
        return json(200, { set });
      },
      remove: (id) => {
        if (id !== only) {
          return unknown(id);
        }
        set = present;
        return { status: 204, body: '' };
      },
    },
  };
}
