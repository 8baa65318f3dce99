import { runMigrateCommand } from '@fareline/service-kit';
import { migrations } from './migrations/index.ts';

await runMigrateCommand('accounts', migrations, process.env);
