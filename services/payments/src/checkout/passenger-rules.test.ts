import type { PassengerValues } from '@fareline/contracts';
import { passengerSchema, validatePassengers, type PassengerRules } from '@fareline/contracts/schemas';
import { sampleSlice } from '@fareline/contracts/testing';
import { startDuffelSandbox } from '@fareline/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PaymentsConfig } from '../config.ts';
import type { OrderPassenger } from '../db/schema.ts';
import { createFlightProvider } from '../duffel/create-flight-provider.ts';
import { unlimitedBudget } from '../testing/flight-provider.ts';

const token = 'duffel_test_payments';
const departure = new Date(Date.now() + 120 * 86_400_000).toISOString().slice(0, 10);

let duffel: Awaited<ReturnType<typeof startDuffelSandbox>>;
let offer: { id: string; passengers: { id: string }[] };
let refuse: (passengers: readonly OrderPassenger[]) => Promise<string[]>;

beforeAll(async () => {
  duffel = await startDuffelSandbox();
  const response = await fetch(`${duffel.url}/air/offer_requests`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'duffel-version': 'v2',
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      data: {
        slices: [{ origin: 'LHR', destination: 'JFK', departure_date: departure }],
        passengers: [{ type: 'adult' }, { type: 'adult' }],
      },
    }),
  });
  const { data } = (await response.json()) as { data: { offers: (typeof offer)[] } };
  offer = data.offers[0]!;
  const config = { DUFFEL_BASE_PATH: duffel.url, DUFFEL_TOKEN_TEST: token, ORDER_TIMEOUT_MS: 20_000 };
  const provider = createFlightProvider(config as PaymentsConfig, unlimitedBudget);
  // The amount is checked after the passengers and is wrong, so that nothing is ordered and the offer can be tried again.
  const plan = { seats: [], bags: [], services: [], amount: '0.01', currency: 'USD' };
  refuse = async (passengers) => {
    const outcome = await provider.createOrder(
      'test',
      { bookingId: 'a-booking', paymentId: 'a-payment' },
      offer.id,
      {
        ...plan,
        passengers: [...passengers],
      },
    );
    if (outcome.kind !== 'refused') throw new Error(`the order was not refused: ${outcome.kind}`);
    return (outcome.fields ?? []).map(({ path }) => path);
  };
});
afterAll(() => duffel.kill());

const orderPassenger = (index: number, change: Partial<OrderPassenger> = {}): OrderPassenger => ({
  id: offer.passengers[index]!.id,
  title: 'ms',
  gender: 'f',
  given_name: index === 0 ? 'Ada' : 'Eve',
  family_name: 'Byron',
  born_on: '1990-12-10',
  email: 'ada@example.com',
  phone_number: '+12125550142',
  passport: { number: 'X1234567', expires_on: '2099-01-01', issuing_country_code: 'KR' },
  ...change,
});
const refuseFirst = (change: Partial<OrderPassenger>) =>
  refuse([orderPassenger(0, change), orderPassenger(1)]);

const ada: PassengerValues = {
  type: 'adult',
  gender: 'female',
  firstName: 'Ada',
  lastName: 'Byron',
  dateOfBirth: '1990-12-10',
  email: 'ada@example.com',
  phone: '+12125550142',
};
const rules: PassengerRules = {
  passportsRequired: false,
  slices: [sampleSlice('LHR', 'JFK', { departs: `${departure}T09:00:00`, arrives: `${departure}T17:00:00` })],
  today: new Date().toISOString().slice(0, 10),
  // The provider asks for none.
  minorsConsent: true,
  isPhone: () => true,
};
const formErrors = (change: Partial<PassengerValues>) =>
  validatePassengers([{ ...ada, ...change }], rules).map(
    ({ index, field }) => `passengers.${index}.${field}`,
  );

describe('[FIELD-07] the form and the provider agree', () => {
  /** ASCII, the Latin blocks that have letters of Europe, and what phones and word processors type. */
  const characters = [
    ...Array.from({ length: 0x250 - 0x20 }, (_, index) => String.fromCodePoint(0x20 + index)),
    ...'\u02bb\u02bc\u0301\u1e9e\u1ea1\u1ec5\u2010\u2011\u2013\u2019\u202f\u3000\uff21ЖΩאع李한',
  ];

  it('on every character of a name', async () => {
    const disagreements: string[] = [];
    for (const character of characters) {
      const typed = `A${character}a`;
      const parsed = passengerSchema.shape.lastName.safeParse(typed);
      const form = formErrors({ lastName: typed });
      expect(form).toEqual(parsed.success ? [] : ['passengers.0.lastName']);
      const provider = await refuseFirst({ family_name: parsed.data ?? typed });
      if (provider.join() !== form.join()) disagreements.push(character);
    }
    expect(disagreements).toEqual([]);
  });

  it.each(['A'.repeat(20), 'A'.repeat(21), 'é'.repeat(20), "d'A", 'Anne-Marie van', 'X'])(
    'on the name "%s"',
    async (name) => {
      expect(await refuseFirst({ given_name: name })).toEqual(formErrors({ firstName: name }));
    },
  );

  it.each(['2015-01-31', '1990-12-10', '2999-01-01'])('on the birth date %s of an adult', async (day) => {
    expect(await refuseFirst({ born_on: day })).toEqual(formErrors({ dateOfBirth: day }));
  });

  it.each([
    'a&b@example.com',
    'ada@xn--bcher-kva.example',
    'ada@example.xn--p1ai',
    'a&b@x',
    'ada@example',
    'ada example.com',
  ])('on the email address "%s"', async (email) => {
    expect(await refuseFirst({ email })).toEqual(formErrors({ email }));
  });
});

it('[FIELD-04] names the field that the provider does not take, of the passenger it names', async () => {
  expect(await refuse([orderPassenger(0), orderPassenger(1, { phone_number: '12' })])).toEqual([
    'passengers.1.phone',
  ]);
  const expired = { number: 'X1234567', expires_on: '2020-01-01', issuing_country_code: 'KR' };
  expect(await refuseFirst({ passport: expired })).toEqual(['passengers.0.passportExpiryDate']);
  expect(await refuseFirst({ id: 'pas_unknown' })).toEqual([]);
});

it('[FIELD-05] the form refuses two passengers of one name, as the provider does', async () => {
  const same = { given_name: 'ADA', family_name: 'byron' };
  expect(validatePassengers([ada, { ...ada, firstName: 'ADA', lastName: 'byron' }], rules)).toHaveLength(1);
  expect(await refuse([orderPassenger(0), orderPassenger(1, same)])).toEqual([]);
});
