/**
 * Runs the operator's command inside a pod or container that knows the services' addresses and the operator's token:
 *
 *   kubectl exec deploy/assay-operator -- node deploy/image/operator.mjs accounts create --name first --credits 100
 *   docker compose run --rm operator trace tr_...
 *
 * The engine's container has the addresses of all services except its own. There, the engine runs on this machine.
 */
process.env.ASSAY_ENGINE_ADDRESS ??= `127.0.0.1:${process.env.ASSAY_RPC_PORT}`;
await import('../../packages/operator/dist/main.js');
