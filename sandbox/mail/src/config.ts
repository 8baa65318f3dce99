import type { MailOptions } from './app.ts';

function port(text: string | undefined, otherwise: number): number {
  const value = text === undefined || text === '' ? otherwise : Number(text);
  if (Number.isInteger(value) && value >= 0 && value <= 65_535) return value;
  throw new Error(`not a port: ${text}`);
}

/** Reads PORT, SMTP_PORT, HOST and STATE_FILE. */
export function parseConfig(env: Record<string, string | undefined>): MailOptions {
  return {
    port: port(env.PORT, 8025),
    smtpPort: port(env.SMTP_PORT, 1025),
    host: env.HOST ?? '127.0.0.1',
    ...(env.STATE_FILE ? { stateFile: env.STATE_FILE } : {}),
  };
}
