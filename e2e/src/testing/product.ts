type ProductSetting =
  | 'E2E_URL'
  | 'E2E_MAIL_URL'
  | 'E2E_DUFFEL_URL'
  | 'E2E_STRIPE_URL'
  | 'E2E_DATABASE_URL'
  | 'E2E_RELEASES_DIR'
  | 'E2E_RELEASE_KEY';

/** A URL, or the releases folder, of the product under test. */
export function getProductSetting(name: ProductSetting): string {
  return requireVariable(name);
}

/** User name and password of the first administrator. */
export function getAdministrator(): { username: string; password: string } {
  const [, username, password] =
    /Administrator: (\S+)\s+Password: (\S+)/.exec(requireVariable('E2E_ADMIN')) ?? [];
  if (!username || !password) throw new Error('E2E_ADMIN has no user name and password.');
  return { username, password };
}

/** Kills a program with SIGKILL; the supervisor restarts it after a second. */
export const kill = (name: string) => sendCommand({ action: 'kill', name });

/** Stops a program until `restart` is called. */
export const stop = (name: string) => sendCommand({ action: 'stop', name });

/** Restarts a program and waits until it is ready; `env` is merged into its environment. */
export const restart = (name: string, env?: Record<string, string>) =>
  sendCommand({ action: 'restart', name, env });

/** Restarts payments and edge, with or without the card form of the provider's sandbox. (ELEMENT-01) */
export async function setPaymentElement(isShown: boolean): Promise<void> {
  const keys = {
    STRIPE_PUBLISHABLE_KEY_TEST: isShown ? 'pk_test_sandbox' : '',
    STRIPE_PUBLISHABLE_KEY_LIVE: isShown ? 'pk_live_sandbox' : '',
  };
  const STRIPE_BASE_URL = isShown ? getProductSetting('E2E_STRIPE_URL') : '';
  await Promise.all([restart('payments', keys), restart('edge', { ...keys, STRIPE_BASE_URL })]);
}

async function sendCommand(body: object): Promise<void> {
  const response = await fetch(requireVariable('E2E_CONTROL_URL'), {
    method: 'POST',
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${JSON.stringify(body)}: ${await response.text()}`);
}

function requireVariable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the tests with npm run test:e2e.`);
  return value;
}
