/**
 * Runs the operator's command inside a pod or container that knows the services' addresses and the operator's token:
 *
 *   kubectl exec deploy/assay-operator -- node deploy/image/operator.mjs accounts create --name first --credits 100
 *   docker compose run --rm operator trace tr_...
 *
 * Inside the engine's container, which knows all but its own address, the engine is on this machine.
 */
process.env.ASSAY_ENGINE_ADDRESS ??= `127.0.0.1:${process.env.ASSAY_RPC_PORT}`;
await import('../../packages/operator/dist/main.js');
