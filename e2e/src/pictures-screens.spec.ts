import {
  currentUser,
  getAlternativePrices,
  getCardForm,
  getOffer,
  getPriceCalendar,
  getSeatMaps,
  getSystemMode,
  listBookings,
  listPopularRoutes,
  refreshOffer,
  searchFlights,
  searchProgress,
  verifyOffer,
} from '@fareline/contracts';
import {
  sampleBooking,
  sampleConditions,
  sampleOffer,
  sampleSlice,
  sampleUser,
} from '@fareline/contracts/testing';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './testing/accessibility.ts';
import { brands, expectPicture, getPictureName, pictureDay } from './testing/pictures.ts';
import { test } from './testing/test.ts';

const offers = ['389.50', '412.00', '538.20'].map((total_amount, index) =>
  sampleOffer({
    id: `off_${index}`,
    total_amount,
    slices: [
      sampleSlice('LHR', 'JFK', {
        stops: index === 1 ? ['AMS'] : [],
        departs: `2026-12-05T0${index + 7}:10:00`,
        airlines: [['BA'], ['KL', 'DL'], ['AA']][index]!,
      }),
    ],
    conditions: sampleConditions({ refundable: index === 2, changeable: index > 0 }),
    included_bags: { cabin: 1, checked: index },
    expires_at: '2026-11-26T12:25:00Z',
  }),
);
const [offer] = offers;

/** The responses to the calls of the screens, by path. */
const responses: Record<string, unknown> = {
  [searchFlights.path]: {
    search_id: 'one',
    offers,
    total_count: offers.length,
    searched_at: pictureDay.toISOString(),
    facts: { itinerary_count: offers.length, median_emissions_kg: null, shortest_minutes: 510 },
  },
  [getAlternativePrices.path]: { days: [], nearby: [], nearby_routes: [] },
  [getPriceCalendar.path]: { days: [] },
  [listPopularRoutes.path]: { routes: [] },
  [getOffer.path]: { ...offer, listed: null, has_extras: true },
  [getSeatMaps.path]: { data: [] },
  [refreshOffer.path]: { offer, price_changed: false, previous_total_amount: offer!.total_amount },
  [verifyOffer.path]: {
    valid: true,
    offer_id: offer!.id,
    expires_at: offer!.expires_at,
    minutes_remaining: 25,
  },
  [getSystemMode.path]: { isLiveMode: false, mode: 'test' },
  [getCardForm.path]: { kind: 'fields' },
  [listBookings.path]: [sampleBooking(), sampleBooking({ id: 'bok_2', status: 'pending' })],
};

/** Answers the calls of the page, so that nothing in it depends on the providers or on earlier tests. */
async function respondWithSamples(page: Page, isSignedIn: boolean): Promise<void> {
  const all = isSignedIn ? { ...responses, [currentUser.path]: sampleUser() } : responses;
  for (const [path, json] of Object.entries(all)) {
    const pattern = new RegExp(`^[^?]*${path.replace(/:\w+/, '[^/]+')}([?].*)?$`);
    await page.route(pattern, (route) => route.fulfill({ json }));
  }
  await page.route(`**${searchProgress.path}?*`, (route) => route.fulfill({ status: 204 }));
}

const search = 'origin=LHR&destination=JFK&departureDate=2026-12-05&tripType=one-way&adultsCount=1';

interface Screen {
  name: string;
  path: string;
  /** Of its window. */
  width: number;
  /** What it shows when it is complete. */
  text: string | RegExp;
  part: string;
  isSmoke?: boolean;
  isSignedIn?: boolean;
  /** Whether there is a picture of it on a dark screen too. */
  isDarkToo?: boolean;
}

const screens: Screen[] = [
  {
    name: 'home',
    path: '/?',
    width: 1440,
    text: 'Search flights',
    part: '@search',
    isSmoke: true,
    isDarkToo: true,
  },
  {
    name: 'results',
    path: `/search?${search}&`,
    width: 1440,
    text: '3 of 3 flights found',
    part: '@search',
    isSmoke: true,
    isDarkToo: true,
  },
  {
    name: 'offer',
    path: '/flight/off_0?',
    width: 1440,
    text: 'Price Summary',
    part: '@search',
    isSmoke: true,
    isDarkToo: true,
  },
  {
    name: 'passengers',
    path: '/booking?offer=off_0&adults=1&',
    width: 375,
    text: 'Who is travelling?',
    part: '@booking',
    isSmoke: true,
    isDarkToo: true,
  },
  {
    name: 'trips',
    path: '/my-trips?',
    width: 375,
    text: 'Confirming with the airline',
    isSignedIn: true,
    part: '@account',
    isSmoke: true,
    isDarkToo: true,
  },
  { name: 'login', path: '/login?', width: 375, text: 'Welcome Back', part: '@account', isSmoke: true },
  { name: 'register', path: '/register?', width: 375, text: 'Create Your Account', part: '@account' },
  { name: 'faq', path: '/faq?', width: 375, text: /Questions/, part: '@shell' },
  { name: 'contact', path: '/contact?', width: 375, text: /Contact/, part: '@shell' },
  { name: 'support', path: '/expedia?', width: 375, text: /Brampton/, part: '@search' },
];

const shots = screens.flatMap((screen) =>
  brands.flatMap((brand) =>
    (screen.isDarkToo ? (['light', 'dark'] as const) : (['light'] as const)).map((scheme) => ({
      ...screen,
      brand,
      scheme,
    })),
  ),
);

for (const { name, path, width, text, part, brand, scheme, isSmoke = false, isSignedIn = false } of shots)
  test(
    `[LOOK-03] [LOOK-07] [LOOK-08] ${name} looks like its ${scheme} picture in the brand ${brand}, and is accessible`,
    { tag: isSmoke && brand === 'default' && scheme === 'light' ? [part, '@smoke'] : part },
    async ({ page }) => {
      await page.clock.setFixedTime(pictureDay);
      await page.emulateMedia({ colorScheme: scheme });
      await respondWithSamples(page, isSignedIn);
      await page.setViewportSize({ width, height: width < 768 ? 760 : 640 });
      await page.goto(`${path}brand=${brand}`);
      await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();
      await expect(page.locator('#root [inert]')).toHaveCount(0);
      await expectPicture(page, getPictureName(brand, width, scheme, name));
      await expectAccessible(page);
    },
  );
