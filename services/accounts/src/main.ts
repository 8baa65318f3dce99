import { runService } from '@fareline/service-kit/run-service';
import { buildAccounts } from './app.ts';
import { readConfig } from './config.ts';

await runService('accounts', async () => {
  const config = readConfig(process.env);
  return { app: await buildAccounts(config), host: config.HOST, port: config.PORT };
});
