/** The nodes of the sandbox's chain. */
export const nodeNames = ['node-a', 'node-b', 'node-c'] as const;

/**
 * Maximum time until the nodes are measured to be independent, in milliseconds. The measurement needs many
 * observations.
 */
export const nodesMeasuredWithinMs = 240_000;
