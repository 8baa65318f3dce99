import { runService } from '@fareline/service-kit';
import { buildPayments } from './app.ts';
import { parsePaymentsConfig } from './config.ts';

await runService('payments', async () => {
  const config = parsePaymentsConfig(process.env);
  return { app: await buildPayments(config), host: config.HOST, port: config.PORT };
});
