import type { BookingListItem, User } from '@fareline/contracts';
import { defaultBrand } from '@fareline/contracts/schemas';
import { addDays, BrandProvider, Toaster, today } from '@fareline/ui-theme';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { configure, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import routes from '../routes.ts';

const screens = routes.map(({ path, file }) => ({
  path,
  lazy: () => import(/* @vite-ignore */ `../${file}`) as Promise<{ Component: ComponentType }>,
}));

// Screens load lazily, so that the default of one second is too short on a busy machine.
configure({ asyncUtilTimeout: 6000 });

/** Renders the account app at `url` in a router, with the brand and the toast area of the shell. */
export function renderAccount(url: string) {
  const queryClient = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Infinity, refetchOnWindowFocus: false } },
  });
  const router = createMemoryRouter([...screens, { path: '*', Component: () => <p>Another page</p> }], {
    initialEntries: [url],
  });
  const view = render(
    <QueryClientProvider client={queryClient}>
      <BrandProvider brand={defaultBrand}>
        <RouterProvider router={router} />
        <Toaster />
      </BrandProvider>
    </QueryClientProvider>,
  );
  return { ...view, router, queryClient, user: userEvent.setup() };
}

/** Sets the whole value of a field at once. */
export const enter = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

export const sampleUser: User = {
  id: 'usr_1',
  username: 'ada',
  email: 'ada@example.com',
  createdAt: '2026-02-03T10:00:00Z',
  firstName: 'Ada',
  lastName: 'Lovelace',
  isAdmin: false,
};
/** Responses of `GET /api/auth/user`. */
export const signedIn = () => ({ body: sampleUser });
export const signedOut = () => ({
  status: 401,
  body: { error: 'NOT_AUTHENTICATED', message: 'Not authenticated' },
});

const airport = (iata_code: string, city_name: string) => ({
  name: null,
  iata_code,
  city_name,
  country_code: null,
  time_zone: null,
});
export const departureDay = addDays(today(), 12);
export const returnDay = addDays(today(), 20);

function slice(id: string, from: [string, string], to: [string, string], day: string, segments: number) {
  const unknownCarrier = { name: null, iata_code: null, logo_url: null };
  const segment = {
    origin: airport(...from),
    destination: airport(...to),
    departing_at: null,
    arriving_at: null,
    flight_number: null,
    duration: null,
    aircraft: { name: null },
    airline: unknownCarrier,
    marketing_carrier: unknownCarrier,
    operating_carrier: unknownCarrier,
    stops: [],
    services: [],
  };
  return {
    id,
    origin: airport(...from),
    destination: airport(...to),
    departure_time: `${day}T22:05:00`,
    arrival_time: `${addDays(day, 1)}T10:30:00`,
    duration: null,
    fare_brand_name: null,
    segments: Array.from({ length: segments }, (_, index) => ({ id: `${id}_${index}`, ...segment })),
  };
}

/** Refundable round trip for an adult and an infant, 612.40 USD. */
export function sampleBooking(
  change: Partial<BookingListItem> = {},
  data: Partial<BookingListItem['bookingData']> = {},
): BookingListItem {
  return {
    id: 'bok_1',
    status: 'confirmed',
    mode: 'test',
    duffelBookingId: 'ord_0000AbCdEfGhIj',
    bookingReference: 'RZPNX8',
    created_at: '2026-11-20T10:00:00Z',
    ...change,
    bookingData: {
      booking_reference: 'RZPNX8',
      slices: [
        slice('out', ['JFK', 'New York'], ['LHR', 'London'], departureDay, 1),
        slice('back', ['LHR', 'London'], ['JFK', 'New York'], returnDay, 2),
      ],
      passengers: [
        { id: 'pas_1', given_name: 'Ada', family_name: 'Lovelace', type: 'adult' },
        { id: 'pas_2', given_name: 'Bo', family_name: 'Lovelace', type: 'infant' },
      ],
      seats: [],
      total_amount: '612.40',
      total_currency: 'USD',
      conditions: {
        refundable: true,
        refund_penalty_amount: null,
        refund_penalty_currency: null,
        changeable: null,
        change_penalty_amount: null,
        change_penalty_currency: null,
        cancellation_options: [
          { type: 'refund_before_departure', penalty_amount: null, penalty_currency: null },
        ],
      },
      ...data,
    },
  };
}

/** One-way trip for one adult. */
export const oneWayBooking = (change: Partial<BookingListItem>): BookingListItem => {
  const roundTrip = sampleBooking();
  return sampleBooking(change, {
    slices: [roundTrip.bookingData.slices[0]!],
    passengers: [roundTrip.bookingData.passengers[0]!],
  });
};
