import { buildDuffelSandbox } from './app.ts';
import { parseConfig } from './config.ts';

const config = parseConfig(process.env);
const app = buildDuffelSandbox(config.options);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void app.close().then(() => process.exit(0)));
const address = await app.listen({ port: config.port, host: config.host });
console.log(`Flight provider's sandbox listening on ${address}`);
