import { searchFlights } from '@fareline/contracts';
import { createClient } from '@fareline/contracts/client';

export interface Screen {
  path: string;
  /** Audits that speak of what the screen does on purpose. */
  skipAudits?: string[];
}

const departureDate = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);
const search = { origin: 'LHR', destination: 'JFK', departureDate, adultsCount: 1 };

/** The public screens of a product, with an offer that it sells; first those that the brands differ most in. */
export async function listScreens(siteUrl: string): Promise<Screen[]> {
  const call = createClient(siteUrl, { headers: { origin: siteUrl } });
  const { offers } = await call(searchFlights, { body: search });
  const offer = offers[0]?.id ?? '';
  const query = new URLSearchParams({ ...search, adultsCount: '1', tripType: 'one-way' });
  const paths = [
    ...['/', `/search?${query}`, `/flight/${offer}?${query}`, `/booking?offer=${offer}`, '/booking/status'],
    ...[
      '/login',
      '/register',
      '/find-trip',
      '/forgot-password',
      '/reset-password?token=unknown',
      '/verify-email',
      '/address-change',
    ],
    ...['/faq', '/contact', '/expedia', '/about', '/terms', '/privacy', '/cookies', '/cancellation-policy'],
  ];
  return [
    ...paths.map((path) => ({ path })),
    // Browsers log a 404, and the 401 of a signed-out visitor, about whom My Trips always asks.
    ...['/no-such-page', '/my-trips'].map((path) => ({ path, skipAudits: ['errors-in-console'] })),
  ];
}
