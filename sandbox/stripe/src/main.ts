import { buildStripeSandbox } from './app.ts';
import { parseConfig } from './config.ts';

const { port, host, options } = parseConfig(process.env);
const app = buildStripeSandbox(options);
const address = await app.listen({ port, host });
console.log(`stripe sandbox listening on ${address}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void app.close());
}
