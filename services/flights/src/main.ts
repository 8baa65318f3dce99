import { runService } from '@fareline/service-kit/run-service';
import { buildFlights } from './app.ts';
import { readConfig } from './config.ts';

await runService('flights', readConfig, buildFlights);
