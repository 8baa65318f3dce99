import { connectDatabase, migrateToLatest } from '@fareline/service-kit';
import { z } from 'zod';
import { migrations } from './migrations/index.ts';
import type { Tables } from './tables.ts';

const env = z
  .object({ DATABASE_URL: z.string().min(1), DATABASE_SCHEMA: z.string().regex(/^\w+$/).default('accounts') })
  .parse(process.env);
const db = connectDatabase<Tables>({ url: env.DATABASE_URL, schema: env.DATABASE_SCHEMA, poolSize: 1 });
const ran = await migrateToLatest(db, env.DATABASE_SCHEMA, migrations);
process.stdout.write(ran.length ? `accounts: ${ran.join(', ')}\n` : 'accounts: up to date\n');
await db.destroy();
