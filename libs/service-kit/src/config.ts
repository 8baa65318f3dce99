import { createPrivateKey } from 'node:crypto';
import { isIP } from 'node:net';
import type { Caller } from '@fareline/contracts/services';
import { z } from 'zod';
import { hashCredential } from './hash-credential.ts';

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

/** Whether a text is an http or https origin, with or without a slash at the end. */
function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol)) return false;
  return url.href === `${url.origin}/` && !url.hostname.includes('*');
}

export const callerNames = [
  'accounts',
  'flights',
  'payments',
  'prerender',
] as const satisfies readonly Caller[];
const callerPattern = new RegExp(`^(${callerNames.join('|')}):[0-9a-f]{64}$`);

/** A caller, and the SHA-256 of its credential: a leaked setting does not let its reader call other services. */
export interface AcceptedCaller {
  name: Caller;
  credentialHash: string;
}

const emptyHash = hashCredential('');

function parseAcceptedCaller(entry: string): AcceptedCaller {
  const [name, credentialHash] = entry.split(':') as [Caller, string];
  return { name, credentialHash };
}

const parseList = (text: string): string[] => text.split(',').map((entry) => entry.trim());

/** A base URL, without its trailing slash. */
export const urlSetting = z
  .url({ protocol: /^https?$/, error: 'not a URL that begins with http:// or https://' })
  .transform((url) => url.replace(/\/$/, ''))
  .describe('a URL that begins with http:// or https://');

const originSchema = z
  .string()
  .refine(isOrigin, 'not an origin such as https://fares.example, without a path or *')
  .transform((url) => new URL(url).origin);

export const commonConfigShape = {
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65535).default(0),
  /** What an image was built from, which each line of the log has. */
  COMMIT: z.string().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** Origins from which writes are accepted, comma-separated. (SECURITY-04) */
  SITE_ORIGIN: z
    .string()
    .min(1)
    .transform(parseList)
    .pipe(z.array(originSchema))
    .describe('the origin of the site, such as https://fares.example, or to several separated by commas'),
  /** Where staff work: their screens and endpoints answer there alone. Without it they answer on every host. (GUARD-04, GUARD-10) */
  ADMIN_ORIGIN: originSchema
    .optional()
    .describe('the origin of the administration, such as https://admin.fares.example'),
  /** Proxies in front of this service; X-Forwarded-* headers of any other peer are ignored. (HOST-06) */
  TRUSTED_PROXIES: z
    .string()
    .transform((text) => (text.trim() === 'none' ? [] : parseList(text)))
    .pipe(z.array(z.string().refine(isIpRange, 'not an IP address or CIDR range, nor the word none')))
    .describe('the IP addresses or CIDR ranges of the proxies in front, separated by commas, or to none'),
  /** The credentials that `service` endpoints accept, by caller; during a rotation a caller has two. (ACCESS-03) */
  ACCEPTED_CALLERS: z
    .string()
    .default('')
    .transform((text) => (text === '' ? [] : parseList(text)))
    .pipe(
      z.array(
        z
          .string()
          .regex(callerPattern, 'not a list of entries such as payments:<SHA-256 of its credential in hex>')
          .refine(
            (entry) => !entry.endsWith(emptyHash),
            'it has the SHA-256 of an empty credential: remove that entry',
          )
          .transform(parseAcceptedCaller),
      ),
    ),
  /** Bearer token for `/metrics`; without one the endpoint is available outside production only. */
  METRICS_TOKEN: z.string().min(16).optional(),
  /** Where spans are sent by OTLP over HTTP; without it none are recorded. */
  OTEL_EXPORTER_OTLP_ENDPOINT: urlSetting.optional(),
  /** The share of traces that are recorded. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
};

/** Throws a ConfigError for an administration that is no site of its own, or for none in production. (GUARD-10) */
export function assertAdminOrigin({
  NODE_ENV,
  ADMIN_ORIGIN,
  SITE_ORIGIN,
}: Pick<CommonConfig, 'NODE_ENV' | 'ADMIN_ORIGIN' | 'SITE_ORIGIN'>): void {
  if (NODE_ENV === 'production' && !ADMIN_ORIGIN)
    throw new ConfigError(
      'ADMIN_ORIGIN is missing: set it to the origin of the administration, such as https://admin.fares.example.',
    );
  const isShared = (host: string) => SITE_ORIGIN.some((origin) => new URL(origin).host === host);
  if (ADMIN_ORIGIN && isShared(new URL(ADMIN_ORIGIN).host))
    throw new ConfigError('ADMIN_ORIGIN is one of SITE_ORIGIN: set it to a host of its own.');
}

export type CommonConfig = z.output<z.ZodObject<typeof commonConfigShape>>;

/** The credential that a service sends to others; they hold its hash in ACCEPTED_CALLERS. (ACCESS-03) */
export const credentialSetting = z
  .string()
  .min(32)
  .describe('the secret of this service that other services know it by, 32 characters or more');

/** Detailed validation messages, because an operator reads them and not a user. (ERROR-14) */
const detailedErrors: z.core.ParseContext<z.core.$ZodIssue> = {
  error: (issue) =>
    issue.code === 'invalid_type' && ['int', 'number'].includes(issue.expected)
      ? 'not a whole number'
      : z.locales.en().localeError(issue),
};

/** A setting; the name of a provider's without a mode means test. Empty values count as missing. */
export const readSetting = (env: Record<string, string | undefined>, name: string): string | undefined =>
  env[name] || env[name.replace(/_TEST$/, '')] || undefined;

/**
 * Parses the environment variables of a shape. Throws a ConfigError with a line for each setting that is missing or not as its
 * schema says; a line names the rule and not the value, which may be secret.
 */
export function parseConfig<Shape extends z.ZodRawShape>(
  shape: Shape,
  env: Record<string, string | undefined>,
): z.output<z.ZodObject<Shape>> {
  const given = Object.keys(shape).map((name) => [name, readSetting(env, name)] as const);
  const nonEmpty = Object.fromEntries(given.filter(([, value]) => value !== undefined));
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

/** The URL of a server, with one of the schemes that its client library supports. */
function serverSetting(server: string, schemes: readonly string[]) {
  const description = `the URL of ${server} that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`;
  return z
    .url({
      protocol: new RegExp(`^(${schemes.join('|').replaceAll('+', String.raw`\+`)})$`),
      error: `not ${description}`,
    })
    .describe(description);
}

/** A key of a provider, which begins with one of the prefixes of its mode. (ELEMENT-05) */
export const providerKeySetting = (...prefixes: [string, ...string[]]) =>
  z.string().refine((key) => prefixes.some((prefix) => key.startsWith(prefix) && key !== prefix), {
    error: `a key of this mode begins with ${prefixes.join(' or ')}`,
  });

/**
 * Throws a ConfigError when a key that `npm start` and docker-compose.yml give to a sandbox would be sent to the real provider.
 * `baseUrlName` is the setting that names the sandbox. (ELEMENT-05)
 */
export function assertNoSandboxKeys(
  config: Record<string, unknown>,
  keyNames: readonly string[],
  baseUrlName: string,
): void {
  if (config[baseUrlName]) return;
  const name = keyNames.find((keyName) => String(config[keyName]).endsWith('_sandbox'));
  if (name)
    throw new ConfigError(`${name} is the key of a sandbox: set the provider's own, or ${baseUrlName}.`);
}

export const postgresSetting = serverSetting('a PostgreSQL server', ['postgres', 'postgresql']);
export const redisSetting = serverSetting('a Redis server', [
  'redis',
  'rediss',
  'redis+cluster',
  'rediss+cluster',
]);
export const smtpSetting = serverSetting('a mail server', ['smtp', 'smtps']);

/** The sender of mails: an address, with or without a name. */
export const senderSetting = z
  .string()
  .regex(
    /^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
    'no address, such as Fareline <no-reply@fareline.example>',
  )
  .describe('the sender of email, such as Fareline <no-reply@fareline.example>');

/** An RSA key that mail servers accept, since they verify no other kind everywhere. */
function isDkimKey(pem: string): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(pem);
    return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= 1024;
  } catch {
    return false;
  }
}

/** Settings with which mails are signed; without them the mail server may sign them. */
export const dkimShape = {
  DKIM_PRIVATE_KEY: z
    .string()
    // Files of variables have one line for each.
    .transform((pem) => pem.replaceAll(String.raw`\n`, '\n'))
    .refine(
      isDkimKey,
      'not an RSA private key in PEM of 1024 bits or more; make one with ' +
        'openssl genpkey -algorithm rsa -pkeyopt rsa_keygen_bits:2048',
    )
    .optional(),
  DKIM_DOMAIN: z.string().regex(z.regexes.domain, 'not a domain such as fares.example').optional(),
  DKIM_SELECTOR: z
    .string()
    .regex(/^[a-z\d]([\w.-]*[a-z\d])?$/i, 'not a selector such as mail2026')
    .optional(),
};

export type DkimConfig = Partial<Record<keyof typeof dkimShape, string | undefined>>;

/**
 * Throws a ConfigError when only some of the settings of DKIM are there, or when receivers would not count the signature for the
 * sender, because it is of another domain.
 */
export function assertDkim(config: DkimConfig & { MAIL_FROM: string }): void {
  const names = Object.keys(dkimShape) as (keyof DkimConfig)[];
  const missing = names.filter((name) => !config[name]);
  if (missing.length === names.length) return;
  if (missing.length > 0)
    throw new ConfigError(
      `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing: set all of ${names.join(', ')}, or none.`,
    );
  const [sender = '', domain = ''] = [
    /@([^@>\s]+)>?\s*$/.exec(config.MAIL_FROM)?.[1],
    config.DKIM_DOMAIN,
  ].map((name) => `.${name ?? ''}`.toLowerCase());
  if (!sender.endsWith(domain) && !domain.endsWith(sender))
    throw new ConfigError(
      `DKIM_DOMAIN is not the domain of MAIL_FROM, so DMARC would not count the signature: sign as ${sender.slice(1)}.`,
    );
}

export const databaseShape = (defaultSchema: string) => ({
  DATABASE_URL: postgresSetting,
  DATABASE_SCHEMA: z.string().regex(/^\w+$/, 'not a name of letters, digits and _').default(defaultSchema),
});

/** The store of the keys with which rows are encrypted; in production a database of its own. (GUARD-14) */
export const keysDatabaseShape = { KEYS_DATABASE_URL: postgresSetting };
