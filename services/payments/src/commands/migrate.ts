import { runMigrateCommand } from '@fareline/service-kit';
import { migrations } from '../db/migrations/index.ts';

await runMigrateCommand('payments', migrations, process.env);
