import type { Jobs } from '@fareline/service-kit';
import type { AccountsConfig } from './config.ts';
import type { Database } from './db/schema.ts';
import type { Sessions } from './sessions/sessions.ts';

/** Dependencies of the routes. */
export interface Deps {
  config: AccountsConfig;
  db: Database;
  sessions: Sessions;
  jobs: Jobs;
}
