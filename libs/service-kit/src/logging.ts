import type { FastifyServerOptions } from 'fastify';

/** Names whose values never reach a log, wherever they stand in an object of up to three levels. (D5, MONEY-32) */
const secretNames = [
  'number',
  'cvv',
  'cardDetails',
  'card',
  'password',
  'currentPassword',
  'newPassword',
  'token',
  'session_token',
  'sessionToken',
  'passportNumber',
  'unique_identifier',
  'authorization',
  'cookie',
  '["set-cookie"]',
  '["x-service-credential"]',
  '["idempotency-key"]',
  'client_secret',
];
const depths = ['', '*.', '*.*.'];
const pathOf = (depth: string, name: string) =>
  name.startsWith('[') ? depth.replace(/\.$/, '') + name : depth + name;

/** Logger options of every service: JSON lines, no bodies, no query strings, secrets removed. */
export function loggerOptions(name: string, level: string): FastifyServerOptions['logger'] {
  return {
    level,
    base: { service: name },
    redact: {
      paths: depths.flatMap((depth) => secretNames.map((secret) => pathOf(depth, secret))),
      censor: '[removed]',
    },
    serializers: {
      req: (request: { method: string; url: string; id: string }) => ({
        method: request.method,
        path: request.url.split('?')[0],
      }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
    },
  };
}
