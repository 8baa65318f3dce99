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
import { sampleBooking, sampleSeatMap } from './samples.ts';

const screens = routes.map(({ path, file }) => ({
  path,
  lazy: () => import(/* @vite-ignore */ `../${file}`) as Promise<{ Component: ComponentType }>,
}));

// Each test is a new tab; rendering the screen again in one test is a reload.
beforeEach(() => sessionStorage.clear());

// Screens load lazily and completing a booking has pauses, so that the default of one second is too short on a busy machine.
configure({ asyncUtilTimeout: 6000 });

type Handlers = Parameters<typeof fakeServer>[0];

/** Fake server with successful responses for a booking of `offer`; `overrides` replaces single routes. */
export function bookingServer(offer: Offer, overrides: Handlers = {}) {
  const refresh = (): FakeResponse => ({
    body: { offer, price_changed: false, previous_total_amount: offer.total_amount },
  });
  return fakeServer({
    'POST /api/flights/offer/off_cached/refresh': refresh,
    [`POST /api/flights/offer/${offer.id}/refresh`]: refresh,
    [`GET /api/flights/verify-offer/${offer.id}`]: () => ({
      body: { valid: true, offer_id: offer.id, expires_at: offer.expires_at, minutes_remaining: 25 },
    }),
    [`GET /api/flights/seatmaps/${offer.id}`]: () => ({
      body: { data: offer.slices.map((slice) => sampleSeatMap(slice.segments[0]?.id ?? '')) },
    }),
    'GET /api/system/mode': () => ({ body: { isLiveMode: false, mode: 'test' } }),
    'POST /api/payments/process-card': () => ({
      body: { success: true, paymentId: 'pay_1', card: { brand: 'Visa', last4: '4242' } },
    }),
    'POST /api/bookings': () => ({ status: 201, body: sampleBooking() }),
    ...overrides,
  });
}

/** Renders the booking app at `url` in a router, with the brand and the toast area of the shell. */
export function renderBooking(url = '/booking?offer=off_cached&adults=1', brand: Brand = defaultBrand) {
  saveDraft(undefined);
  const queryClient = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Infinity, refetchOnWindowFocus: false } },
  });
  const otherPage = (text: string) => ({ Component: () => <p>{text}</p> });
  const router = createMemoryRouter(
    [
      ...screens,
      { path: '/', ...otherPage('The home page') },
      { path: '/search', ...otherPage('The results') },
      { path: '/my-trips', ...otherPage('The trips') },
    ],
    { initialEntries: ['/', url], initialIndex: 1 },
  );
  const view = render(
    <QueryClientProvider client={queryClient}>
      <BrandProvider brand={brand}>
        <RouterProvider router={router} />
        <Toaster />
      </BrandProvider>
    </QueryClientProvider>,
  );
  // happy-dom does not apply the pointer-events style of the toast area, whose buttons a real browser can press.
  return {
    ...view,
    router,
    queryClient,
    user: userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never }),
  };
}

type User = ReturnType<typeof userEvent.setup>;

/** Sets a whole value at once, which is faster than typing; tests of typing use `user.type`. */
const enter = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

/** Fills in the fields of one passenger; the first one gets contact details. */
export async function fillPassenger(user: User, number: number, dateOfBirth: string) {
  const block = screen.getByRole('group', { name: new RegExp(`^Passenger ${number}:`) });
  const field = (label: RegExp) => within(block).getByLabelText(label);
  await user.selectOptions(field(/^Gender/), 'female');
  enter(field(/^First name/), ['Ada', 'Bo', 'Cy'][number - 1] ?? 'Dee');
  enter(field(/^Last name/), 'Lovelace');
  enter(field(/^Date of birth/), dateOfBirth);
  if (number > 1) return;
  enter(field(/^Email/), 'ada@example.com');
  enter(field(/^Phone/), '+12125550142');
}

/** Completes the passenger step of an offer for one adult. */
export async function goToSeats(user: User) {
  await screen.findByRole('heading', { name: 'Who is travelling?' });
  await fillPassenger(user, 1, '1990-01-31');
  await user.click(screen.getByRole('button', { name: 'Continue to Seats' }));
  await screen.findByRole('heading', { name: 'Choose your seats' });
}

/** Completes the passenger step and skips the seats. */
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

export const clickCompleteBooking = (user: User) =>
  user.click(screen.getByRole('button', { name: 'Complete Booking' }));
