import type { Mode } from '@fareline/contracts';
import { AppError } from './app-error.ts';

/** The service has no credential of the provider for the mode, so no call was made. */
export class ModeNotConfiguredError extends AppError {
  constructor(mode: Mode) {
    super('SERVICE_UNAVAILABLE', { cause: new Error(`no credential is configured for ${mode} mode`) });
  }
}

/**
 * Creates one client of a provider per mode that has a credential. The returned function throws ModeNotConfiguredError for
 * a mode without one.
 */
export function createModeClients<Client>(
  credentials: Record<Mode, string | undefined>,
  createClient: (credential: string) => Client,
): (mode: Mode) => Client {
  const create = (credential: string | undefined) => (credential ? createClient(credential) : undefined);
  const clients = { test: create(credentials.test), live: create(credentials.live) };
  return (mode) => {
    const client = clients[mode];
    if (!client) throw new ModeNotConfiguredError(mode);
    return client;
  };
}
