import { runService } from '@fareline/service-kit/run-service';
import { buildFlights } from './app.ts';
import { readConfig } from './config.ts';

export const service = { name: 'flights', readConfig, build: buildFlights };

if (import.meta.main) await runService(service);
