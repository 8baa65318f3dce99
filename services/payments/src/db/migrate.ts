import { runMigrateCommand } from '@fareline/service-kit';
import { migrations } from './migrations/index.ts';

await runMigrateCommand('payments', migrations, process.env);
