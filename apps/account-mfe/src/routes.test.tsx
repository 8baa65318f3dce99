import { defaultBrand } from '@fareline/contracts/schemas';
import { fakeServer } from '@fareline/tools/fake-server';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderAccount, signedIn, signedOut, sampleBooking } from './testing/harness.tsx';

const settings = {
  enableLiveMode: false,
  duffelApiConfigured: true,
  stripeConfigured: true,
  environment: 'production',
};

it.each([
  ['ROUTE-02', '/my-trips', signedIn, 'My Trips'],
  ['ROUTE-02', '/login', signedOut, 'Welcome Back'],
  ['ROUTE-02', '/register', signedOut, 'Create Your Account'],
  ['ROUTE-02', '/account-settings', signedIn, 'Account Settings'],
  ['ROUTE-03', '/admin-settings', signedIn, 'Administrator Settings'],
  ['ROUTE-03', '/admin/brands', signedIn, 'Brand manager'],
])('[%s] %s shows its screen', async (_, path, currentUser, title) => {
  fakeServer({
    'GET /api/auth/user': currentUser,
    'GET /api/bookings': () => ({ body: [sampleBooking()] }),
    'GET /api/admin/settings': () => ({ body: settings }),
    'POST /api/admin/login': () => ({ body: { success: true, message: 'Verified' } }),
    'GET /api/admin/brands': () => ({ body: [defaultBrand] }),
  });
  renderAccount(path);
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
});
