import type { MailOptions } from './app.ts';

function parsePort(text: string | undefined, defaultPort: number): number {
  const value = text === undefined || text === '' ? defaultPort : Number(text);
  if (Number.isInteger(value) && value >= 0 && value <= 65_535) return value;
  throw new Error(`not a port: ${text}`);
}

/** Reads PORT, SMTP_PORT, HOST and STATE_FILE; throws for an invalid port. */
export function readConfig(env: Record<string, string | undefined>): MailOptions {
  return {
    port: parsePort(env.PORT, 8025),
    smtpPort: parsePort(env.SMTP_PORT, 1025),
    host: env.HOST ?? '127.0.0.1',
    ...(env.STATE_FILE ? { stateFile: env.STATE_FILE } : {}),
  };
}
