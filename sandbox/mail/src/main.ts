import { runSandbox } from '@fareline/sandbox-kit';

import { startMailSandbox } from './app.ts';
import { readConfig } from './config.ts';

/** Also called by the tests of services, in their process. @public */
export const start = (env: Record<string, string | undefined>) => startMailSandbox(readConfig(env));

if (import.meta.main) await runSandbox('Mail', start);
