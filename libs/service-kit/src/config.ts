import { isIP } from 'node:net';
import { z } from 'zod';

/** A setting is missing or bad: the message is a sentence that says what to do. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** An IP address or a CIDR range; not one that holds every address. */
function isAddressRange(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return (
    prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
  );
}

const parseList = (text: string): string[] => text.split(',').map((entry) => entry.trim());

/** Settings that every service has. */
export const commonConfigShape = {
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65535).default(0),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** Origins from which writes are accepted, separated by commas. (SECURITY-04) */
  SITE_ORIGIN: z
    .string()
    .min(1)
    .transform(parseList)
    .pipe(z.array(z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin))),
  /** The proxies in front of this service: only their X-Forwarded-* headers are believed. (HOST-06) */
  TRUSTED_PROXIES: z
    .string()
    .transform((text) => (text.trim() === 'none' ? [] : parseList(text)))
    .pipe(z.array(z.string().refine(isAddressRange, 'not an IP address or CIDR range, nor the word none')))
    .describe('the IP addresses or CIDR ranges of the proxies in front, separated by commas, or to none'),
  /** Shared by the services; every call to a path under /internal carries it. */
  SERVICE_CREDENTIAL: z.string().min(16),
  /** Bearer token that reads `/metrics`; without one it answers outside production only. */
  METRICS_TOKEN: z.string().min(16).optional(),
};

export type CommonConfig = z.output<z.ZodObject<typeof commonConfigShape>>;

/** Who starts a service is told more than who fills in a form. (ERROR-14) */
const detailedErrors = { error: z.locales.en().localeError };

/**
 * Parses the environment once, at start. Empty values count as missing. Throws a ConfigError that names every bad
 * setting and never shows a value.
 */
export function parseConfig<Shape extends z.ZodRawShape>(
  shape: Shape,
  env: Record<string, string | undefined>,
): z.output<z.ZodObject<Shape>> {
  const filled = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = z.object(shape).safeParse(filled, detailedErrors);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => {
    const name = String(issue.path[0]);
    if (filled[name] !== undefined) return `  ${name} is not valid: ${issue.message}.`;
    const description = z.globalRegistry.get(shape[name] as z.ZodType)?.description;
    return `  ${name} is missing: set it${description ? ` to ${description}` : ''}.`;
  });
  throw new ConfigError(`Cannot start with these settings:\n${lines.join('\n')}`);
}

/** A base address from settings, without its trailing slash. */
export const urlSetting = z.url().transform((url) => url.replace(/\/$/, ''));

/** The address of a server, in one of the schemes that its client understands. */
function serverSetting(what: string, schemes: readonly [string, string]) {
  const address = `the address of ${what} that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`;
  return z
    .url({ protocol: new RegExp(`^(${schemes.join('|')})$`), error: `not ${address}` })
    .describe(address);
}

export const postgresSetting = serverSetting('a PostgreSQL', ['postgres', 'postgresql']);
export const redisSetting = serverSetting('a Redis', ['redis', 'rediss']);
export const smtpSetting = serverSetting('a mail server', ['smtp', 'smtps']);
