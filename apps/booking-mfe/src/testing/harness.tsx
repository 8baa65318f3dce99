import type { Brand, Offer } from '@fareline/contracts';
import { defaultBrand } from '@fareline/contracts/schemas';
import { BrandProvider, Toaster } from '@fareline/ui-theme';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { configure, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach } from 'vitest';
import { saveDraft } from '../flow/draft.ts';
import routes from '../routes.ts';
import { fakeServer, type FakeResponse } from '@fareline/tools/fake-server';
import { sampleBooking, sampleMap } from './samples.ts';

const screens = routes.map(({ path, file }) => ({
  path,
  lazy: () => import(/* @vite-ignore */ `../${file}`) as Promise<{ Component: ComponentType }>,
}));

// Each test is a tab of its own; within one, a screen shown again is a reload.
beforeEach(() => sessionStorage.clear());

// Screens are lazy and the sequence pauses: a busy machine needs more than the usual second.
configure({ asyncUtilTimeout: 6000 });

type Handlers = Parameters<typeof fakeServer>[0];

/** What the services answer while nothing goes wrong. */
export function bookingServer(offer: Offer, more: Handlers = {}) {
  const exchange = (): FakeResponse => ({
    body: { offer, price_changed: false, previous_total_amount: offer.total_amount },
  });
  return fakeServer({
    'POST /api/flights/offer/off_cached/refresh': exchange,
    [`POST /api/flights/offer/${offer.id}/refresh`]: exchange,
    [`GET /api/flights/verify-offer/${offer.id}`]: () => ({
      body: { valid: true, offer_id: offer.id, expires_at: offer.expires_at, minutes_remaining: 25 },
    }),
    [`GET /api/flights/seatmaps/${offer.id}`]: () => ({
      body: { data: offer.slices.map((slice) => sampleMap(slice.segments[0]?.id ?? '')) },
    }),
    'GET /api/system/mode': () => ({ body: { isLiveMode: false, mode: 'test' } }),
    'POST /api/payments/process-card': () => ({
      body: { success: true, paymentId: 'pay_1', card: { brand: 'Visa', last4: '4242' } },
    }),
    'POST /api/bookings': () => ({ status: 201, body: sampleBooking() }),
    ...more,
  });
}

/** The booking app under a router, with the brand and the toasts that the shell would bring. */
export function renderBooking(address = '/booking?offer=off_cached&adults=1', brand: Brand = defaultBrand) {
  saveDraft(undefined);
  const queryClient = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Infinity, refetchOnWindowFocus: false } },
  });
  const elsewhere = (text: string) => ({ Component: () => <p>{text}</p> });
  const router = createMemoryRouter(
    [
      ...screens,
      { path: '/', ...elsewhere('The home page') },
      { path: '/search', ...elsewhere('The results') },
      { path: '/my-trips', ...elsewhere('The trips') },
    ],
    { initialEntries: ['/', address], initialIndex: 1 },
  );
  const view = render(
    <QueryClientProvider client={queryClient}>
      <BrandProvider brand={brand}>
        <RouterProvider router={router} />
        <Toaster />
      </BrandProvider>
    </QueryClientProvider>,
  );
  // The simulated page does not follow the toast area's style; a real browser was seen to press its buttons.
  return {
    ...view,
    router,
    queryClient,
    user: userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never }),
  };
}

type User = ReturnType<typeof userEvent.setup>;

/** Enters a whole value at once: typing letter by letter is for the tests that are about typing. */
const enter = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

/** Fills in the block of one passenger; the first one gets contact details. */
export async function fillPassenger(user: User, number: number, born: string) {
  const block = screen.getByRole('group', { name: new RegExp(`^Passenger ${number}:`) });
  const field = (label: RegExp) => within(block).getByLabelText(label);
  await user.selectOptions(field(/^Gender/), 'female');
  enter(field(/^First name/), ['Ada', 'Bo', 'Cy'][number - 1] ?? 'Dee');
  enter(field(/^Last name/), 'Lovelace');
  enter(field(/^Date of birth/), born);
  if (number > 1) return;
  enter(field(/^Email/), 'ada@example.com');
  enter(field(/^Phone/), '+12125550142');
}

export async function goToSeats(user: User) {
  await screen.findByRole('heading', { name: 'Who is travelling?' });
  await fillPassenger(user, 1, '1990-01-31');
  await user.click(screen.getByRole('button', { name: 'Continue to Seats' }));
  await screen.findByRole('heading', { name: 'Choose your seats' });
}

export async function goToPayment(user: User) {
  await goToSeats(user);
  await user.click(await screen.findByRole('button', { name: 'Skip Seat Selection' }));
  await screen.findByRole('heading', { name: 'Payment' });
}

export function fillCard(number = '4242424242424242') {
  enter(screen.getByLabelText(/^Card number/), number);
  enter(screen.getByLabelText(/^Expiry month/), '12');
  enter(screen.getByLabelText(/^Expiry year/), '99');
  enter(screen.getByLabelText(/^CVV/), '123');
  const holder = screen.getByLabelText<HTMLInputElement>(/^Name on the card/);
  if (!holder.value) enter(holder, 'Ada Lovelace');
}

export const complete = (user: User) => user.click(screen.getByRole('button', { name: 'Complete Booking' }));
