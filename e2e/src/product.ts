type Address =
  'E2E_URL' | 'E2E_MAIL_URL' | 'E2E_DUFFEL_URL' | 'E2E_STRIPE_URL' | 'E2E_DATABASE_URL' | 'E2E_RELEASES_DIR';

/** An address, or the releases folder, of the product under test. */
export function address(name: Address): string {
  return setting(name);
}

/** The first administrator's name and password. */
export function administrator(): { username: string; password: string } {
  const [, username, password] = /Administrator: (\S+)\s+Password: (\S+)/.exec(setting('E2E_ADMIN')) ?? [];
  if (!username || !password) throw new Error('The product under test has printed no password.');
  return { username, password };
}

/** Kills a program with SIGKILL; it is started again after a second. */
export const kill = (name: string) => order({ action: 'kill', name });

/** Ends a program until `restart`. */
export const halt = (name: string) => order({ action: 'halt', name });

/** Starts a program again, with other settings if given, and waits until it is ready. */
export const restart = (name: string, env?: Record<string, string>) =>
  order({ action: 'restart', name, env });

async function order(body: object): Promise<void> {
  const response = await fetch(setting('E2E_CONTROL_URL'), { method: 'POST', body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${JSON.stringify(body)}: ${await response.text()}`);
}

function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the journeys with npm run test:e2e.`);
  return value;
}
