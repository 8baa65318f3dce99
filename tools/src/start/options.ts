import { parseArgs } from 'node:util';
import { parsePort } from '../local/ports.ts';
import { Problem } from '../local/problem.ts';

export const help = `npm start                      the whole product on http://localhost:3000
npm start -- --flights 3       with three replicas of the flights service
PORT=3100 npm start            on another port
FARELINE_DATA=/path npm start  with its data elsewhere than in .data

Providers are sandboxes unless the environment has keys:
  DUFFEL_TOKEN_TEST, DUFFEL_TOKEN_LIVE      the real Duffel
  STRIPE_KEY_TEST, STRIPE_KEY_LIVE          the real Stripe
  SMTP_URL, MAIL_FROM                       a real mail server
DATABASE_URL, REDIS_URL and JOBS_REDIS_URL name servers to use in place of our own.
`;

export interface StartOptions {
  help: boolean;
  flights: number;
  port: number;
}

/** Reads command line and environment; anything that does not fit is a Problem. */
export function parseOptions(args: string[], env: NodeJS.ProcessEnv): StartOptions {
  const { help: wantsHelp = false, flights = '1' } = parse(args);
  const replicas = Number(flights);
  if (!Number.isInteger(replicas) || replicas < 1 || replicas > 16) {
    throw new Problem(`--flights takes a number from 1 to 16, not "${flights}".`);
  }
  return { help: wantsHelp, flights: replicas, port: parsePort(env.PORT, 3000) };
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: { help: { type: 'boolean' }, flights: { type: 'string' } } }).values;
  } catch (error) {
    throw new Problem(`${error instanceof Error ? error.message : String(error)}\n\n${help}`);
  }
}
