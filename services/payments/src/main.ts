import { runService } from '@fareline/service-kit/run-service';
import { buildPayments } from './app.ts';
import { readConfig } from './config.ts';

export const service = { name: 'payments', readConfig, build: buildPayments };

if (import.meta.main) await runService(service);
