import {
  createBooking,
  getCardForm,
  getOffer,
  getSeatMaps,
  getSystemMode,
  processCard,
  refreshOffer,
  sessionHintCookie,
  verifyOffer,
  type Offer,
  type PassengerFields,
} from '@fareline/contracts';
import { messageFor } from '@fareline/contracts/errors';
import { sampleBookingResponse } from '@fareline/contracts/testing';
import { respondTo } from '@fareline/tools/fake-server';
import { renderRoutes, type RenderOptions } from '@fareline/ui-theme/testing';
import { act, fireEvent, screen, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { beforeEach, vi } from 'vitest';
import { saveDraft } from '../flow/draft.ts';
import routes from '../routes.ts';
import { sampleSeatMap } from './samples.ts';

const screens = routes.map(({ path, file }) => ({
  path,
  lazy: () => import(/* @vite-ignore */ `../${file}`) as Promise<{ Component: ComponentType }>,
}));

// Each test is a new tab of a guest; rendering the screen again in one test is a reload.
beforeEach(() => {
  sessionStorage.clear();
  document.cookie = `${sessionHintCookie}=; max-age=0`;
});

/** Ends what the page keeps in memory; what the tab stores stays. */
export function reloadTab(): void {
  const stored = Object.entries({ ...sessionStorage }) as [string, string][];
  saveDraft(undefined);
  for (const [key, value] of stored) sessionStorage.setItem(key, value);
}

/** The response of `verifyOffer` for an offer that can no longer be booked. */
export const expiredOffer = (error: 'OFFER_EXPIRED' | 'DEPARTURE_TOO_CLOSE' = 'OFFER_EXPIRED') => ({
  status: 410,
  body: {
    valid: false,
    error,
    message: messageFor(error),
    minutes_remaining: 0,
  },
});

/** Responds with success to all calls of a booking of `offer`, which is the fresh offer for every cached one. */
export function serveBooking(offer: Offer) {
  respondTo(refreshOffer, () => ({
    body: { offer, price_changed: false, previous_total_amount: offer.total_amount },
  }));
  respondTo(verifyOffer, ({ params: { id } }) =>
    id === offer.id
      ? { body: { valid: true, offer_id: id, expires_at: offer.expires_at, minutes_remaining: 25 } }
      : expiredOffer(),
  );
  respondTo(getOffer, () => ({ body: { ...offer, listed: null, has_extras: true } }));
  respondTo(getSeatMaps, () => ({
    body: { data: offer.slices.map((slice) => sampleSeatMap(slice.segments[0]?.id ?? '')) },
  }));
  respondTo(getSystemMode, () => ({ body: { isLiveMode: false, mode: 'test' as const } }));
  respondTo(getCardForm, () => ({ body: { kind: 'fields' as const } }));
  respondTo(processCard, () => ({
    body: { success: true, paymentId: 'pay_1', card: { brand: 'Visa', last4: '4242' } },
  }));
  respondTo(createBooking, () => ({ body: sampleBookingResponse() }));
}

/** Renders the booking app at `url`. */
export function renderApp(url = '/booking?offer=off_cached&adults=1', options: RenderOptions = {}) {
  return renderRoutes(screens, { url, ...options });
}

export type User = ReturnType<typeof renderApp>['user'];

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

const adult: PassengerFields = {
  ...{ id: '', type: 'adult', title: '', gender: 'female', firstName: 'Ada', lastName: 'Lovelace' },
  ...{ dateOfBirth: '1990-01-31', email: 'ada@example.com', phone: '+12125550142' },
  ...{ passportNumber: '', passportExpiryDate: '', passportIssuingCountry: '' },
};

/** Renders the booking app in a tab where the passengers were typed before: an adult, or these. For tests of the steps after it. */
export function renderFilledApp(url?: string, passengers: Partial<PassengerFields>[] = [{}]) {
  saveDraft({ passengers: passengers.map((changes) => ({ ...adult, ...changes })) });
  return renderApp(url);
}

/** Completes the passenger step, whose fields are filled in. */
export async function goToSeats(user: User) {
  await screen.findByRole('heading', { name: 'Who is travelling?' });
  await user.click(screen.getByRole('button', { name: 'Continue to Seats' }));
  await screen.findByRole('heading', { name: 'Bags and seats' });
}

/** Completes the passenger step and skips the seats. */
export async function goToPayment(user: User) {
  await goToSeats(user);
  await user.click(await screen.findByRole('button', { name: 'Skip Seat Selection' }));
  await screen.findByRole('heading', { name: 'Payment' });
  await screen.findByLabelText(/^Card number/);
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

/** Passes time that the page waits for, such as until the next status check; fake timers have to be in use since before the wait. */
export const passTime = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
