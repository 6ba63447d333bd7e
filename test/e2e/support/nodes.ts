/** The nodes of the sandbox's chain. */
export const nodeNames = ['node-a', 'node-b', 'node-c'] as const;

/** Maximum time until the independence of the nodes is measured. The measurement needs many observations. */
export const nodesMeasuredWithinMs = 240_000;
