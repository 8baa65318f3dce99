import { isIP } from 'node:net';
import { z } from 'zod';

/** A setting is missing or invalid; the message says what to do about it. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Whether a text is an IP address or a CIDR range; false for a range of prefix length 0, which contains every address. */
function isIpRange(text: string): boolean {
  const [ipAddress = '', prefix, ...rest] = text.split('/');
  const version = isIP(ipAddress);
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
  /** Origins from which writes are accepted, comma-separated. (SECURITY-04) */
  SITE_ORIGIN: z
    .string()
    .min(1)
    .transform(parseList)
    .pipe(
      z.array(
        z
          .url({ protocol: /^https?$/, error: 'not an origin such as https://fares.example' })
          .transform((url) => new URL(url).origin),
      ),
    )
    .describe('the origin of the site, such as https://fares.example, or to several separated by commas'),
  /** Proxies in front of this service; X-Forwarded-* headers of any other peer are ignored. (HOST-06) */
  TRUSTED_PROXIES: z
    .string()
    .transform((text) => (text.trim() === 'none' ? [] : parseList(text)))
    .pipe(z.array(z.string().refine(isIpRange, 'not an IP address or CIDR range, nor the word none')))
    .describe('the IP addresses or CIDR ranges of the proxies in front, separated by commas, or to none'),
  /** Shared secret of the services, sent with every request to a path under /internal. */
  SERVICE_CREDENTIAL: z
    .string()
    .min(16)
    .describe('the secret that the services authenticate each other with, 16 characters or more'),
  /** Bearer token for `/metrics`; without one the endpoint is available outside production only. */
  METRICS_TOKEN: z.string().min(16).optional(),
};

export type CommonConfig = z.output<z.ZodObject<typeof commonConfigShape>>;

/** Detailed validation messages, because an operator reads them and not a user. (ERROR-14) */
const detailedErrors: z.core.ParseContext<z.core.$ZodIssue> = {
  error: (issue) =>
    issue.code === 'invalid_type' && ['int', 'number'].includes(issue.expected)
      ? 'not a whole number'
      : z.locales.en().localeError(issue),
};

/**
 * Parses the environment variables of a shape. Empty values count as missing. Throws a ConfigError with a line for each
 * setting that is missing or not as its schema says; a line names the rule and not the value, which may be secret.
 */
export function parseConfig<Shape extends z.ZodRawShape>(
  shape: Shape,
  env: Record<string, string | undefined>,
): z.output<z.ZodObject<Shape>> {
  const nonEmpty = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = z.object(shape).safeParse(nonEmpty, detailedErrors);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => {
    const name = String(issue.path[0]);
    if (nonEmpty[name] !== undefined) return `  ${name} is not valid: ${issue.message}.`;
    const description = z.globalRegistry.get(shape[name] as z.ZodType)?.description;
    return `  ${name} is missing: set it${description ? ` to ${description}` : ''}.`;
  });
  throw new ConfigError(`Cannot start with these settings:\n${lines.join('\n')}`);
}

/** A base URL, without its trailing slash. */
export const urlSetting = z
  .url({ protocol: /^https?$/, error: 'not a URL that begins with http:// or https://' })
  .transform((url) => url.replace(/\/$/, ''))
  .describe('a URL that begins with http:// or https://');

/** The base URLs of one or more replicas, comma-separated. */
export const urlListSetting = z
  .string()
  .transform(parseList)
  .pipe(z.array(urlSetting).min(1))
  .describe('one or more URLs that begin with http:// or https://, separated by commas');

/** The URL of a server, with one of the schemes that its client library supports. */
function serverSetting(server: string, schemes: readonly [string, string]) {
  const description = `the URL of ${server} that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`;
  return z
    .url({ protocol: new RegExp(`^(${schemes.join('|')})$`), error: `not ${description}` })
    .describe(description);
}

export const postgresSetting = serverSetting('a PostgreSQL server', ['postgres', 'postgresql']);
export const redisSetting = serverSetting('a Redis server', ['redis', 'rediss']);
export const smtpSetting = serverSetting('a mail server', ['smtp', 'smtps']);

/** The settings of a service's PostgreSQL schema. */
export const databaseShape = (defaultSchema: string) => ({
  DATABASE_URL: postgresSetting,
  DATABASE_SCHEMA: z.string().regex(/^\w+$/, 'not a name of letters, digits and _').default(defaultSchema),
});
