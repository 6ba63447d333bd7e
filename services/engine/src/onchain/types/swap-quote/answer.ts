import type { QuestionParams } from '@assay/providers/define';
import { clockAddress } from '@assay/solana/programs';
import { swapQuote, type SwapRequest } from '@assay/solana/quotes/swap-quote';
import { payerObstacle } from '@assay/solana/simulation/payer-obstacle';
import { readSimulation } from '@assay/solana/simulation/read-simulation';
import { simulationParams } from '@assay/solana/simulation/swap-transaction';
import { defineChainAnswer, mapDerivation, oncePerSnapshot } from '../define.ts';

/** Returns the swap that the parameters of `chain.swap_quote` name. */
export function swapRequestOf(params: QuestionParams): SwapRequest {
  const { pool = '', payer = '', inputTokenAccount = '', outputTokenAccount = '', amountIn = '0' } = params;
  return { pool, payer, inputTokenAccount, outputTokenAccount, amountIn: BigInt(amountIn) };
}

export default defineChainAnswer({
  type: 'chain.swap_quote',
  ask: (params) => {
    const request = swapRequestOf(params);
    return {
      addresses: [request.pool, request.inputTokenAccount, request.outputTokenAccount, clockAddress],
      mints: [],
      simulatable: true,
      derive: oncePerSnapshot((snapshot) =>
        mapDerivation(swapQuote(snapshot, request), (swap) => ({
          data: { ...swap.data, simulated: false },
          simulation: {
            obstacle: payerObstacle(swap, request),
            params: (minContextSlot) => simulationParams(swap, request, { minContextSlot, commitment: 'confirmed' }),
            read: (answer) => readSimulation(answer, swap),
            amountOut: swap.data.amountOut,
          },
        })),
      ),
    };
  },
});
