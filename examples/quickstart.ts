import { Assay } from '@assay/client';

/**
 * Asks for a price that at least two independent sources agree on, and prints the answer.
 *
 *     ASSAY_API_KEY=asy_... ASSAY_BASE_URL=http://localhost:8080 node examples/quickstart.ts
 */
const assay = new Assay(); // reads ASSAY_API_KEY and ASSAY_BASE_URL
const answer = await assay.getData('token.price', { token: 'SOL' }, { minLevel: 'consensus' });
switch (answer.status) {
  case 'delivered':
    console.log(`${answer.data.price} USD, ${answer.verification.level}`);
    break;
  case 'refused':
    console.log(`refused: ${answer.reason}`);
    break;
  case 'no_source':
    console.log(`nobody measures it: ${answer.message}`);
}
