import { buildDuffelSandbox } from './app.ts';
import { readConfig } from './config.ts';

const config = readConfig(process.env);
const app = buildDuffelSandbox(config.options);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void app.close().then(() => process.exit(0)));
const address = await app.listen({ port: config.port, host: config.host });
console.log(`Duffel sandbox listening on ${address}`);
