import { commonVariables, parseEnv, portVariable } from '@fareline/sandbox-kit';
import { z } from 'zod';

import type { MailOptions } from './app.ts';

const Env = z.object({ ...commonVariables(8025), SMTP_PORT: portVariable(1025) });

/** Reads the options from the environment; throws for invalid variables. */
export function readConfig(env: Record<string, string | undefined>): MailOptions {
  const { PORT, SMTP_PORT, HOST, STATE_FILE } = parseEnv(Env, env);
  return { port: PORT, smtpPort: SMTP_PORT, host: HOST, stateFile: STATE_FILE };
}
