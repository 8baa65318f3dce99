import { readArguments } from '@fareline/service-kit/command-line';
import { parsePort } from '../local/ports.ts';
import { UserError } from '../local/user-error.ts';

const help = `npm start                      starts the product on http://localhost:3000
npm start -- --replicas 2      with two of each service, behind one address each
npm start -- --payment-element with the card form of the provider's sandbox
PORT=3100 npm start            on another port
FARELINE_DATA=/path npm start  with another data folder than .data

Providers are sandboxes unless these variables are set:
  DUFFEL_TOKEN_TEST and STRIPE_KEY_TEST     use the real Duffel and Stripe in test mode
  DUFFEL_TOKEN_LIVE and STRIPE_KEY_LIVE     also in live mode
  STRIPE_PUBLISHABLE_KEY_TEST and ..._LIVE  show Stripe's card form in that mode
  SMTP_URL, MAIL_FROM                       use a real mail server; DKIM_PRIVATE_KEY, DKIM_DOMAIN and DKIM_SELECTOR sign mails
DATABASE_URL, REDIS_URL and JOBS_REDIS_URL replace the local PostgreSQL and Redis servers.
`;

export interface StartOptions {
  replicas: number;
  hasPaymentElement: boolean;
  port: number;
}

/** Parses the command line and PORT, and exits with --help and for an unknown option; throws a UserError for invalid values. */
export function parseOptions(args: string[], env: NodeJS.ProcessEnv): StartOptions {
  const options = {
    replicas: { type: 'string' },
    'payment-element': { type: 'boolean' },
  } as const;
  const { replicas: count = '1', 'payment-element': hasPaymentElement = false } = readArguments(help, {
    args,
    options,
  }).values;
  const replicas = Number(count);
  if (!Number.isInteger(replicas) || replicas < 1 || replicas > 8) {
    throw new UserError(`--replicas takes a number from 1 to 8, not "${count}".`);
  }
  if (replicas > 1 && env.FARELINE_HOST)
    throw new UserError(
      '--replicas is for this machine only, because a balancer hides the addresses of visitors: unset FARELINE_HOST.',
    );
  return { replicas, hasPaymentElement, port: parsePort(env.PORT, 3000) };
}
