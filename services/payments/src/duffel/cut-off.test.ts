import { ResponseTooLargeError } from '@fareline/service-kit/call-with-limits';
import { TimeoutError } from '@fareline/service-kit/with-timeout';
import { drip, sendEndlessly, startBrokenProvider } from '@fareline/service-kit/testing';
import { expect, it, onTestFinished } from 'vitest';
import type { PaymentsConfig } from '../config.ts';
import { createFlightProvider } from './create-flight-provider.ts';
import { unlimitedBudget } from '../testing/flight-provider.ts';

async function startProvider(respond: typeof drip, timeout: number) {
  const broken = await startBrokenProvider(respond);
  onTestFinished(broken.close);
  const config = {
    DUFFEL_TOKEN_TEST: 'duffel_test_payments',
    DUFFEL_BASE_PATH: broken.url,
    ORDER_TIMEOUT_MS: timeout,
  };
  const flightProvider = createFlightProvider(config as PaymentsConfig, unlimitedBudget);
  const createOrder = () =>
    flightProvider.createOrder('test', { bookingId: 'booking', paymentId: 'payment' }, 'off_1', {
      ...{ passengers: [], seats: [], services: [], bags: [], amount: '10.00', currency: 'USD' },
    });
  return { ...broken, flightProvider, createOrder };
}

it('[PROVIDER-34] ends the connection of an order at its timeout: the outcome is unknown', async () => {
  const { createOrder, connectionClosed } = await startProvider(drip, 500);
  expect(await createOrder()).toMatchObject({
    ...{ kind: 'unknown', isAccepted: false, cause: expect.any(TimeoutError) as Error },
  });
  await connectionClosed;
});

it('[PROVIDER-34] ends the connection of an order whose response has no end: the outcome is unknown', async () => {
  const { createOrder, connectionClosed } = await startProvider(sendEndlessly, 60_000);
  expect(await createOrder()).toMatchObject({
    ...{ kind: 'unknown', isAccepted: false, cause: expect.any(ResponseTooLargeError) as Error },
  });
  await connectionClosed;
});

it('[PROVIDER-34] ends the connections of other calls at their timeouts', async () => {
  for (const call of ['getOrder', 'requestCancellation', 'getCancellation', 'confirmCancellation'] as const) {
    const { flightProvider, connectionClosed } = await startProvider(drip, 500);
    await expect(flightProvider[call]('test', 'id')).rejects.toThrow(TimeoutError);
    await connectionClosed;
  }
});
