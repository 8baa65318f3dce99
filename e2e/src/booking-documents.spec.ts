import { releaseTableSchema } from '@fareline/contracts/schemas';
import { expect, type Page } from '@playwright/test';
import { createUniqueEmail, enterPassengers, family } from './testing/booking.ts';
import { getProductSetting, setPaymentElement } from './testing/product.ts';
import { bookFirstOffer, expectResults, searchUrl } from './testing/search.ts';
import { test } from './testing/test.ts';

/** Whether the headers of a page open the provider or its sandbox. */
const opensProvider = (response: { headers(): Record<string, string> }): boolean =>
  new RegExp(`stripe|${getProductSetting('E2E_STRIPE_URL')}`).test(JSON.stringify(response.headers()));

/** The documents that the page loads. */
function recordDocuments(page: Page): { path: string; isOpen: boolean }[] {
  const documents: { path: string; isOpen: boolean }[] = [];
  page.on('response', (response) => {
    const request = response.request();
    if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return;
    const path = new URL(response.url()).pathname.replace(/(flight\/).*/, '$1');
    documents.push({ path, isOpen: opensProvider(response) });
  });
  return documents;
}

test.beforeAll(() => setPaymentElement(true));
test.afterAll(() => setPaymentElement(false));

test('[ELEMENT-04, STATUS-05] with the card form of the provider, booking pages are documents of their own, by link, reload, Back and Forward', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const documents = recordDocuments(page);
  const requests: string[] = [];
  const strayRequests: string[] = [];
  page.on('request', (request) => {
    requests.push(request.url());
    const isBooking = new URL(page.url()).pathname.startsWith('/booking');
    if (!isBooking && request.url().startsWith(getProductSetting('E2E_STRIPE_URL')))
      strayRequests.push(request.url());
  });
  const expectDocuments = async (...expected: { path: string; isOpen: boolean }[]) => {
    await expect.poll(() => documents).toEqual(expected);
    documents.length = 0;
  };
  const [closed, open] = [false, true].map((isOpen) => (path: string) => ({ path, isOpen }));

  await page.goto(searchUrl({ origin: 'LHR', destination: 'JFK', departureInDays: 51 }));
  await expectResults(page);
  await expect
    .poll(() => requests.some((url) => url.includes('/releases/booking/')), 'preloads the booking remote')
    .toBe(true);
  await bookFirstOffer(page);
  await expectDocuments(closed!('/search'), open!('/booking'));

  const contact = { email: createUniqueEmail(), phone: '+1 212 555 0142' };
  await enterPassengers(page, family.slice(0, 1), contact);
  await expect(page.getByRole('heading', { level: 1, name: 'Bags and seats' })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel(/^First name/)).toHaveValue('Nora');
  await expect(page.getByText('please enter it again')).toBeVisible();
  await expectDocuments(open!('/booking'));

  await page.goBack();
  await expect(page.getByRole('link', { name: /Book (This Flight|Now)/ }).first()).toBeVisible();
  await expectDocuments(closed!('/flight/'));
  await page.goForward();
  await expect(page.getByLabel(/^First name/)).toHaveValue('Nora');
  await expectDocuments(open!('/booking'));

  await page.getByRole('banner').getByRole('link', { name: 'Help' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Talk to us' })).toBeVisible();
  await expectDocuments(closed!('/contact'));
  await page.getByRole('banner').getByRole('link', { name: 'My Trips' }).click();
  await expect(page).toHaveURL('/my-trips');
  expect(documents).toEqual([]);
  expect(strayRequests).toEqual([]);
});

test('[ELEMENT-04] with the card form of the provider, no page but those of the booking opens its hosts', async ({
  request,
}) => {
  const table = releaseTableSchema.parse(await (await request.get('/releases/table.json')).json());
  const paths = Object.values(table).flatMap(({ routes }) => routes.map(({ path }) => path));
  const open: string[] = [];
  for (const path of paths) if (opensProvider(await request.get(path.replace(/:\w+/, 'x')))) open.push(path);
  expect(open).toContain('/booking');
  expect(open).toEqual(paths.filter((path) => path.startsWith('/booking')));
});
