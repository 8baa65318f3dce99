import { expect, type Page } from '@playwright/test';
import { getDayFromNow } from './dates.ts';

export interface Trip {
  origin: string;
  destination: string;
  departureInDays: number;
}

export interface Search extends Trip {
  returnInDays?: number;
  adults?: number;
  children?: number;
  infants?: number;
}

/** The path and query of the results page of a search. */
export function searchUrl(search: Search): string {
  const query = new URLSearchParams({
    origin: search.origin,
    destination: search.destination,
    departureDate: getDayFromNow(search.departureInDays),
    ...(search.returnInDays ? { returnDate: getDayFromNow(search.returnInDays) } : {}),
    cabinClass: 'economy',
    adultsCount: String(search.adults ?? 1),
    childrenCount: String(search.children ?? 0),
    infantsCount: String(search.infants ?? 0),
    tripType: search.returnInDays ? 'round-trip' : 'one-way',
  });
  return `/search?${query}`;
}

/** Opens the home page and waits until it is interactive: the prerendered page is inert. */
export async function openHome(page: Page): Promise<void> {
  await page.goto('/');
  await expect(page.locator('#root [inert]')).toHaveCount(0);
}

export async function selectAirport(
  page: Page,
  field: 'From' | 'To',
  typed: string,
  option: string | RegExp,
): Promise<void> {
  const box = page.getByRole('combobox', { name: field });
  await box.click();
  await box.fill(typed);
  await page.getByRole('option', { name: option }).first().click();
}

/** Opens the calendar of a field and selects a day, going to later months as needed. */
export async function selectDay(page: Page, field: 'Departure' | 'Return', day: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${field}`) }).click();
  const cell = page.locator(`td[data-day="${day}"] button`);
  for (let months = 0; months < 12 && !(await cell.isVisible()); months += 1) {
    await page.getByRole('button', { name: /next month/i }).click();
  }
  await cell.click();
}

export async function expectResults(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: /\d+ of \d+ flights found/ })).toBeVisible({
    timeout: 30_000,
  });
}

/** Opens the details of the first offer and continues to the booking page. */
export async function bookFirstOffer(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'View Details' }).first().click();
  await page
    .getByRole('link', { name: /Book (This Flight|Now)/ })
    .or(page.getByRole('button', { name: /Book (This Flight|Now)/ }))
    .filter({ visible: true })
    .first()
    .click();
  await expect(
    page.getByRole('heading', { name: 'Passenger Details' }).or(page.getByText('Passenger 1:')).first(),
  ).toBeVisible({
    timeout: 30_000,
  });
}

/** Opens the booking page of the first offer of a search. */
export async function openPassengers(page: Page, search: Search): Promise<void> {
  await page.goto(searchUrl(search));
  await expectResults(page);
  await bookFirstOffer(page);
}
