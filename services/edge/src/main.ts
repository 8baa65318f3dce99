import { runService } from '@fareline/service-kit/run-service';
import { buildEdge } from './app.ts';
import { readConfig } from './config.ts';

await runService('edge', async () => {
  const config = readConfig(process.env);
  return { app: await buildEdge(config), host: config.HOST, port: config.PORT };
});
