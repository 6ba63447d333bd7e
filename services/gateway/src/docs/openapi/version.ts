/** The version of the public API's contract, independent of deployments. */
export const apiVersion = '1.0.0';
