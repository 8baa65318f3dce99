import { commonVariables, parseEnv, portVariable } from '@fareline/sandbox-kit';
import { z } from 'zod';

import type { MailOptions } from './app.ts';

const Env = z.object({
  ...commonVariables(8025),
  SMTP_PORT: portVariable(1025),
  MAIL_WEBHOOK_URL: z.string().optional(),
  MAIL_WEBHOOK_SECRET: z.string().optional(),
});

/** Reads the options from the environment; throws for invalid variables. */
export function readConfig(env: Record<string, string | undefined>): MailOptions {
  const parsed = parseEnv(Env, env);
  return {
    port: parsed.PORT,
    smtpPort: parsed.SMTP_PORT,
    host: parsed.HOST,
    stateFile: parsed.STATE_FILE,
    webhookUrl: parsed.MAIL_WEBHOOK_URL,
    webhookSecret: parsed.MAIL_WEBHOOK_SECRET,
  };
}
