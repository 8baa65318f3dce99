import { runService } from '@fareline/service-kit/run-service';
import { buildPayments } from './app.ts';
import { readConfig } from './config.ts';

await runService('payments', async () => {
  const config = readConfig(process.env);
  return { app: await buildPayments(config), host: config.HOST, port: config.PORT };
});
