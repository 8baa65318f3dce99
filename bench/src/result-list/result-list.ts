import type { Offer } from '@fareline/contracts';
import type { Browser, Page } from '@playwright/test';
import { generateOffers } from '../generated-offers.ts';
import { changeList, observeEvents, readEvents } from './in-page.ts';

const faresPerFlight = 4;
const firstPage = 30;
const orders = ['price-desc', 'duration', 'departure', 'co2', 'best', 'price-asc'];
const clicksWhileLoading = 12;

/** Offers of flights with four fares each, price ascending. */
function generateFares(count: number): Offer[] {
  const offers = generateOffers(count);
  return offers.map((offer, index) => ({
    ...offer,
    expires_at: '2099-01-01T00:00:00Z',
    slices: offers[index - (index % faresPerFlight)]!.slices.map((slice) => ({
      ...slice,
      fare_brand_name: `Fare ${index % faresPerFlight}`,
    })),
  }));
}

/** Opens the released results page over a search with this many offers, the list after `listDelayMs`. */
async function openResults(
  browser: Browser,
  url: string,
  count: number,
  { slowdown, listDelayMs = 0 }: { slowdown: number; listDelayMs?: number },
): Promise<Page> {
  const offers = generateFares(count);
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const respond = (part: Offer[]) => ({
    search_id: 'one',
    ...{ offers: part, total_count: offers.length, searched_at: new Date().toISOString() },
    facts: {
      itinerary_count: Math.ceil(offers.length / faresPerFlight),
      ...{ median_emissions_kg: null, shortest_minutes: null },
    },
  });
  const [first, whole] = [offers.slice(0, firstPage), offers].map((part) => JSON.stringify(respond(part)));
  await page.route('**/api/flights/search**', async (route) => {
    const isFirst = route.request().method() === 'POST';
    if (!isFirst) await new Promise((done) => setTimeout(done, listDelayMs));
    await route.fulfill({ contentType: 'application/json', body: isFirst ? first! : whole! });
  });
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(
    `${url}/search?origin=LHR&destination=JFK&departureDate=2090-12-05&returnDate=2090-12-12&tripType=round-trip`,
  );
  return page;
}

/** Milliseconds from a change of order or filter to the next paint. */
export async function measureChanges(
  browser: Browser,
  url: string,
  count: number,
  slowdown: number,
): Promise<number[]> {
  const page = await openResults(browser, url, count, { slowdown });
  await page.getByText(/^Prices from .+ to /).waitFor({ timeout: 60_000 });
  const times = await page.evaluate(changeList, orders);
  await page.close();
  return times;
}

/** The longest interaction in milliseconds while the list arrives in the background. */
export async function measureInteractionWhileLoading(
  browser: Browser,
  url: string,
  count: number,
  slowdown: number,
): Promise<number> {
  const page = await openResults(browser, url, count, { slowdown, listDelayMs: 1000 });
  const bagSwitch = page.getByRole('switch', { name: 'With a checked bag' });
  await bagSwitch.waitFor({ timeout: 60_000 });
  await page.evaluate(observeEvents);
  for (let click = 0; click < clicksWhileLoading; click += 1) {
    await bagSwitch.click();
    await page.waitForTimeout(150);
  }
  const durations = await page.evaluate(readEvents);
  await page.close();
  return Math.max(...durations);
}
