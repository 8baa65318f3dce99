import { runService } from '@fareline/service-kit/run-service';
import { buildAccounts } from './app.ts';
import { readConfig } from './config.ts';

export const service = { name: 'accounts', readConfig, build: buildAccounts };

if (import.meta.main) await runService(service);
