import { runMigrateCommand } from '@fareline/service-kit/db/migrate-command';
import { migrations } from '../db/migrations/index.ts';

await runMigrateCommand('accounts', migrations, process.env);
