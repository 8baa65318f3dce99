import { runService } from '@fareline/service-kit/run-service';
import { buildFlights } from './app.ts';
import { readConfig } from './config.ts';

await runService('flights', async () => {
  const config = readConfig(process.env);
  return { app: await buildFlights(config), host: config.HOST, port: config.PORT };
});
