import {
  adminLogin,
  currentUser,
  getAdminSettings,
  getBooking,
  getBookingRecord,
  listAuditEntries,
  listBookings,
  listBrands,
  listDailyCloses,
  listReleases,
  listContactCases,
  listReviewCases,
  listStaff,
  listTickets,
  listTravellers,
  searchBookings,
} from '@fareline/contracts';
import { defaultBrand } from '@fareline/contracts/schemas';
import { sampleBooking, sampleBookingDetail } from '@fareline/contracts/testing';
import { errorResponse, respondTo } from '@fareline/tools/fake-server';
import { screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import routes from './routes.ts';
import { renderApp, signedIn, signedOut } from './testing/harness.tsx';

const settings = {
  enableLiveMode: false,
  duffelApiConfigured: true,
  stripeConfigured: true,
  isSandbox: false,
  environment: 'production',
};

// What a test waits for does not include compiling the screens.
beforeAll(() => Promise.all(routes.map(({ file }) => import(/* @vite-ignore */ `./${file}`))));

it.each([
  ['ROUTE-02', '/my-trips', signedIn, 'My Trips'],
  ['TRIP-01', '/my-trips/bok_1', signedIn, 'New York to London'],
  ['TRIP-03', '/my-trips/bok_1/change', signedIn, 'This flight cannot be changed here'],
  ['TRIP-04', '/my-trips/bok_1/extras', signedIn, 'No bags can be added here'],
  ['TRIP-06', '/find-trip', signedOut, 'Find your trip'],
  ['GUARD-11', '/address-change', signedOut, 'Was it you?'],
  ['ROUTE-02', '/login', signedOut, 'Welcome Back'],
  ['ROUTE-02', '/register', signedOut, 'Create Your Account'],
  ['ROUTE-02', '/account-settings', signedIn, 'Account Settings'],
  ['EDGE-02', '/saved-travellers', signedIn, 'Saved Travellers'],
  ['ROUTE-02', '/verify-email', signedOut, 'Confirm your email address'],
  ['ROUTE-03', '/admin-settings', signedIn, 'Administrator Settings'],
  ['ROUTE-03', '/admin/brands', signedIn, 'Brand manager'],
  ['ACCOUNT-05', '/admin/audit', signedIn, 'Audit trail'],
  ['GUARD-07', '/admin/staff', signedIn, 'Staff'],
  ['ROUTE-03', '/admin/releases', signedIn, 'Releases'],
  ['REVIEW-01', '/admin/bookings', signedIn, 'Bookings'],
  ['REVIEW-01', '/admin/bookings/booking', signedIn, 'Booking'],
  ['REVIEW-06', '/admin/daily-close', signedIn, 'Daily close'],
])('[%s] %s shows its screen', async (_, path, user, title) => {
  respondTo(currentUser, user);
  respondTo(listBookings, () => ({ body: [sampleBooking()] }));
  respondTo(getAdminSettings, () => ({ body: settings }));
  respondTo(adminLogin, () => ({ body: { success: true as const, message: 'Session verified' } }));
  respondTo(listStaff, () => ({ body: { staff: [] } }));
  respondTo(listReleases, () => ({ body: { isManaged: false, frontEnds: [] } }));
  respondTo(listBrands, () => ({ body: [defaultBrand] }));
  respondTo(listTravellers, () => ({ body: [] }));
  respondTo(listReviewCases, () => ({ body: { cases: [], total: 0, next: null } }));
  respondTo(listContactCases, () => ({ body: { cases: [], total: 0, next: null } }));
  respondTo(searchBookings, () => ({ body: { bookings: [], next: null } }));
  respondTo(listDailyCloses, () => ({ body: { closes: [], comparedAt: null } }));
  respondTo(getBooking, () => ({ body: sampleBookingDetail() }));
  respondTo(listTickets, () => ({ body: { state: 'awaited' as const, tickets: [] } }));
  respondTo(getBookingRecord, () => errorResponse('BOOKING_NOT_FOUND'));
  respondTo(listAuditEntries, () => ({ body: { entries: [], next: null } }));
  renderApp(path);
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
});
