import { startMailSandbox } from './app.ts';
import { readConfig } from './config.ts';

const sandbox = await startMailSandbox(readConfig(process.env));
console.log(`Mail sandbox listening on ${sandbox.url} , SMTP on ${sandbox.smtpUrl}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void sandbox.close());
}
