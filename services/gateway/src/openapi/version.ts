/** The version of the public API as its document names it: of the contract, not of a deployment. */
export const apiVersion = '1.0.0';
