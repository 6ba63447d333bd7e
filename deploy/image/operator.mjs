/**
 * Runs the operator's command inside a pod or container of the engine, which knows billing and the operator's token:
 *
 *   kubectl exec deploy/assay-engine -- node deploy/image/operator.mjs accounts create --name first --credits 100
 *
 * The image has no shell that could set the engine's own address, so this file does.
 */
process.env.ASSAY_ENGINE_ADDRESS ??= `127.0.0.1:${process.env.ASSAY_RPC_PORT}`;
await import('../../packages/operator/dist/main.js');
