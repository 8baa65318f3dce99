import { getProviderKeys, type ResponseOf } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit/app-error';
import { createServiceClient } from '@fareline/service-kit/service-client';
import type { AccountsConfig } from '../config.ts';

/** For which providers all services that call them have a live key. */
export interface LiveKeys {
  duffel: boolean;
  stripe: boolean;
}

const timeoutMs = 3000;

/**
 * Requests the modes with keys from flights and payments, which hold them. Throws SERVICE_UNAVAILABLE with a sentence when
 * either does not answer. (MODE-03)
 */
export async function findLiveKeys(config: AccountsConfig): Promise<LiveKeys> {
  const fetchKeys = (baseUrl: string): Promise<ResponseOf<typeof getProviderKeys>> =>
    createServiceClient({ baseUrl, credential: config.SERVICE_CREDENTIAL, timeoutMs })(getProviderKeys);
  try {
    // The replicas of flights have the same settings.
    const keys = await Promise.all([
      Promise.any(config.FLIGHTS_URL.map(fetchKeys)),
      fetchKeys(config.PAYMENTS_URL),
    ]);
    const [, payments] = keys;
    return {
      duffel: keys.every(({ duffel }) => duffel.includes('live')),
      stripe: payments.stripe.includes('live'),
    };
  } catch (cause) {
    throw new AppError('SERVICE_UNAVAILABLE', {
      message:
        'Which live keys there are is unknown, because flights or payments does not answer. Try again in a moment.',
      cause,
    });
  }
}
