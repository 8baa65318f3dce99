import { startMailSandbox } from './app.ts';
import { parseConfig } from './config.ts';

const sandbox = await startMailSandbox(parseConfig(process.env));
console.log(`mail sandbox listening on ${sandbox.url} , mails to ${sandbox.smtpUrl}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void sandbox.close());
}
