import { Duffel } from '@duffel/api';
import type { Offer } from '@duffel/api/types';
import { createSandboxControl, startDuffelSandbox } from '@fareline/service-kit/testing';
import { afterAll, afterEach } from 'vitest';
import type { PaymentsConfig } from '../config.ts';
import type { ProviderBudget } from '../duffel/count-provider-call.ts';
import { createFlightProvider } from '../duffel/create-flight-provider.ts';

const token = 'duffel_test_payments';
const dateInDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** A budget that counts nothing, and always has room. */
export const unlimitedBudget: ProviderBudget = { record: () => undefined, acquire: async () => true };

/** Starts the provider's sandbox for a file and our adapter of it, without the services around. */
export async function startFlightProvider() {
  const duffel = await startDuffelSandbox();
  afterAll(() => duffel.kill());
  const { control } = createSandboxControl(duffel);
  afterEach(() => control('DELETE', 'faults'));
  const config = { DUFFEL_BASE_PATH: duffel.url, DUFFEL_TOKEN_TEST: token, ORDER_TIMEOUT_MS: 2000 };
  const provider = createFlightProvider(config as PaymentsConfig, unlimitedBudget);
  const sdk = new Duffel({ token, basePath: duffel.url });

  /** The airline refuses the next call of the path. */
  const failNext = (path: string, status: number, code: string) =>
    control('POST', 'faults', {
      ...{ kind: 'status', method: 'POST', path, status },
      body: { meta: { status, request_id: 'x' }, errors: [{ code, type: 'airline_error', message: 'x' }] },
    });

  /** Books the first of the offers that matches. */
  async function book(matches: (offer: Offer) => boolean) {
    const search = await sdk.offerRequests.create({
      slices: [{ origin: 'JFK', destination: 'LHR', departure_date: dateInDays(40) }],
      passengers: [{ type: 'adult' }],
      cabin_class: 'economy',
    } as Parameters<Duffel['offerRequests']['create']>[0]);
    const offer = search.data.offers.find((candidate) => matches(candidate as Offer));
    if (!offer) throw new Error('no offer matches');
    const outcome = await provider.createOrder('test', { bookingId: 'b', paymentId: 'p' }, offer.id, {
      passengers: [
        {
          ...{
            id: offer.passengers[0]!.id,
            title: 'ms',
            gender: 'f',
            given_name: 'Ada',
            family_name: 'Byron',
          },
          ...{ born_on: '1990-05-01', email: 'ada@example.com', phone_number: '+442080160509' },
          passport: { number: 'P1', expires_on: dateInDays(3000), issuing_country_code: 'GB' },
        },
      ],
      ...{ seats: [], services: [], bags: [], amount: offer.total_amount, currency: offer.total_currency },
    });
    if (outcome.kind !== 'ordered') throw new Error('not ordered', { cause: outcome });
    return { orderId: outcome.order.id, order: outcome.order };
  }

  return { provider, control, failNext, book, dateInDays };
}
