import { runService } from '@fareline/service-kit/run-service';
import { buildPayments } from './app.ts';
import { readConfig } from './config.ts';

await runService('payments', readConfig, buildPayments);
