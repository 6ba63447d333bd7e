import type { Address, Base64EncodedWireTransaction } from '@solana/kit';
import type { SimulationParams } from '@assay/solana/simulation/swap-transaction';
import type { ChainNode } from './node.ts';
import { requestOf, type NodeReply, type RequestPorts } from './request.ts';

/** Lets one node simulate a transaction, and returns the unchecked result. Never rejects. */
export function simulateOn(
  node: ChainNode,
  [transaction, config]: SimulationParams,
  timeoutMs: number,
  ports: RequestPorts,
): Promise<NodeReply> {
  return requestOf(
    node,
    {
      method: 'simulateTransaction',
      send: (rpc) =>
        rpc
          .simulateTransaction(transaction as Base64EncodedWireTransaction, {
            encoding: config.encoding,
            sigVerify: config.sigVerify,
            replaceRecentBlockhash: config.replaceRecentBlockhash,
            innerInstructions: config.innerInstructions,
            commitment: config.commitment,
            minContextSlot: BigInt(config.minContextSlot),
            accounts: {
              encoding: config.accounts.encoding,
              addresses: config.accounts.addresses.map((each) => each as Address),
            },
          })
          .send(),
    },
    timeoutMs,
    ports,
  );
}
