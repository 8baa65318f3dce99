import { runService } from '@fareline/service-kit/run-service';
import { buildAccounts } from './app.ts';
import { readConfig } from './config.ts';

await runService('accounts', readConfig, buildAccounts);
