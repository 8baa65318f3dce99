import { runSandbox } from '@fareline/sandbox-kit';

import { startMailSandbox } from './app.ts';
import { readConfig } from './config.ts';

/** Tests of services call it in their process. @public */
export const start = (env: Record<string, string | undefined>) => startMailSandbox(readConfig(env));

if (import.meta.main) await runSandbox('Mail', start);
