import { getProviderKeys, type ResponseOf } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit/app-error';
import { watchService } from '@fareline/service-kit/outages';
import { createServiceClient } from '@fareline/service-kit/service-client';
import type { FastifyBaseLogger } from 'fastify';
import type { AccountsConfig } from '../config.ts';

type ProviderKeys = ResponseOf<typeof getProviderKeys>;

const timeoutMs = 3000;

/**
 * What flights and payments, which hold the keys, lack for live mode, each setting once. Throws SERVICE_UNAVAILABLE with a
 * sentence when either does not answer, or when one of them uses a sandbox and the other the real provider. (MODE-03, ELEMENT-05)
 */
export async function findProviderKeys(
  config: AccountsConfig,
  log: FastifyBaseLogger,
): Promise<ProviderKeys> {
  const fetchKeys = (service: 'flights' | 'payments', baseUrl: string): Promise<ProviderKeys> =>
    createServiceClient({
      ...{ baseUrl, credential: config.SERVICE_CREDENTIAL, timeoutMs },
      outage: watchService(log, service),
    })(getProviderKeys);
  const [flights, payments] = await Promise.all([
    fetchKeys('flights', config.FLIGHTS_URL),
    fetchKeys('payments', config.PAYMENTS_URL),
  ]).catch((cause: unknown) => {
    throw new AppError('SERVICE_UNAVAILABLE', {
      message:
        'Which live keys there are is unknown, because flights or payments does not answer. Try again in a moment.',
      cause,
    });
  });
  if (flights.isSandbox !== payments.isSandbox)
    throw new AppError('SERVICE_UNAVAILABLE', {
      message:
        'One of flights and payments uses a sandbox and the other the real provider: give both the same.',
    });
  const merge = (provider: 'duffel' | 'stripe') => [
    ...new Set([...flights.missing[provider], ...payments.missing[provider]]),
  ];
  return { missing: { duffel: merge('duffel'), stripe: merge('stripe') }, isSandbox: payments.isSandbox };
}

/** The sentence about the settings that live mode lacks; undefined when it lacks none. (MODE-03) */
export function describeMissingKeys({ missing }: ProviderKeys): string | undefined {
  const providers = [
    ['the flight-data provider', missing.duffel],
    ['the card provider', missing.stripe],
  ] as const;
  const parts = providers.flatMap(([name, settings]) =>
    settings.length > 0 ? [`of ${name} (${settings.join(', ')})`] : [],
  );
  return parts.length > 0 ? `Live mode needs the live keys ${parts.join(' and ')}.` : undefined;
}
