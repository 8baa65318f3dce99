import { runService } from '@fareline/service-kit';
import { buildApp } from './app.ts';
import { readConfig } from './config.ts';

await runService('edge', async () => {
  const config = readConfig(process.env);
  return { app: await buildApp(config), host: config.HOST, port: config.PORT };
});
