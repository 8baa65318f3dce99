import { buildStripeSandbox } from './app.ts';
import { readConfig } from './config.ts';

const { port, host, options } = readConfig(process.env);
const app = buildStripeSandbox(options);
const address = await app.listen({ port, host });
console.log(`Stripe sandbox listening on ${address}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void app.close());
}
