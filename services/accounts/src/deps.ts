import type { Jobs } from '@fareline/service-kit';
import type { AccountsConfig } from './config.ts';
import type { Db } from './db/tables.ts';
import type { Sessions } from './sessions/sessions.ts';

/** Dependencies of the routes. */
export interface Deps {
  config: AccountsConfig;
  db: Db;
  sessions: Sessions;
  jobs: Jobs;
}
