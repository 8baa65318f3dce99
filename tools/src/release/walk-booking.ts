import { randomUUID } from 'node:crypto';
import { getSystemMode } from '@fareline/contracts';
import { systemModeSchema } from '@fareline/contracts/schemas';
import type { Locator, Page } from '@playwright/test';

const dayMs = 86_400_000;
const toDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** An order at the airline takes longer than any other step. */
const confirmationTimeoutMs = 60_000;

/** In the place of a screen or a part of one that threw. */
export const failureText = 'This part of the site did not load';

/** Waits for what the next step needs. Throws at once when a part has failed, which could be the one that has it. */
async function waitFor(page: Page, found: Locator, timeout?: number): Promise<void> {
  const failure = page.getByText(failureText);
  await found
    .or(failure)
    .first()
    .waitFor(timeout === undefined ? {} : { timeout });
  if (await failure.first().isVisible()) throw new Error(failureText);
}

async function press(page: Page, name: string | RegExp): Promise<void> {
  const target = page.getByRole('link', { name }).or(page.getByRole('button', { name }));
  const visible = target.filter({ visible: true });
  await waitFor(page, visible);
  await visible.first().click();
}

const getSearchPath = (): string => {
  const departureDate = toDay(Date.now() + 45 * dayMs);
  const query = { origin: 'LHR', destination: 'JFK', departureDate, adultsCount: '1', tripType: 'one-way' };
  return `/search?${new URLSearchParams(query)}`;
};

/** True when the site books at the real providers with real money; also when it does not say. */
export async function isLive(site: string): Promise<boolean> {
  const response = await fetch(site + getSystemMode.path).catch(() => undefined);
  const mode = systemModeSchema.safeParse(await response?.json().catch(() => undefined));
  return mode.data?.isLiveMode !== false;
}

/** Registers a visitor and signs him in. */
export async function signInAsNewVisitor(page: Page, site: string, email: string): Promise<void> {
  const password = randomUUID();
  await page.goto(`${site}/register`);
  const main = page.getByRole('main');
  await waitFor(page, main.getByLabel('First name'));
  await main.getByLabel('First name').fill('Nora');
  await main.getByLabel('Last name').fill('Lindqvist');
  await main.getByLabel('Email').fill(email);
  await main.getByLabel('Username').fill(email.split('@')[0]!);
  await main.getByLabel('Password', { exact: true }).fill(password);
  await main.getByLabel('Confirm password').fill(password);
  await main.getByRole('checkbox').click();
  await main.getByRole('button', { name: 'Create Account' }).click();
  await waitFor(page, main.getByLabel('Username or email'));
  await main.getByLabel('Username or email').fill(email);
  await main.getByLabel('Password', { exact: true }).fill(password);
  await main.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
}

/** Walks from a search over the first offer, its passengers and a seat to the form of the card. */
export async function walkToPayment(page: Page, site: string, email: string): Promise<void> {
  await page.goto(site + getSearchPath());
  await press(page, 'View Details');
  await press(page, /^Book /);
  const passenger = page.getByRole('group', { name: /^Passenger 1:/ });
  await waitFor(page, passenger);
  await passenger.getByLabel(/^Gender/).selectOption('Female');
  for (const [label, value] of [
    [/^First name/, 'Nora'],
    [/^Last name/, 'Lindqvist'],
    [/^Date of birth/, '1990-05-04'],
    [/^Email/, email],
    [/^Phone/, '+34 911 23 45 67'],
  ] as const)
    await passenger.getByLabel(label).fill(value);
  const passport = passenger.getByLabel(/^Passport number/);
  if (await passport.isVisible()) {
    await passport.fill('X1234567');
    await passenger.getByLabel(/^(Passport )?[Ee]xpiry/).fill(toDay(Date.now() + 2000 * dayMs));
    await passenger.getByLabel(/^(Passport )?[Ii]ssuing country/).selectOption('US');
  }
  await page.getByRole('button', { name: /^Continue/ }).click();
  await selectSeat(page);
}

/** A seat on the first flight that has one, and none on the others. */
async function selectSeat(page: Page): Promise<void> {
  const next = page.getByRole('button', { name: 'Continue to Payment' });
  await waitFor(page, next);
  // It is disabled until the seats are there.
  await next.click({ trial: true });
  const seat = page.locator('[data-seat][data-state="available"]').filter({ visible: true }).first();
  if (await seat.isVisible()) {
    await seat.click();
    await next.click();
    const others = page.getByRole('button', { name: 'No seats on the others' });
    await waitFor(page, getCardForm(page).or(others).first());
    if (await others.isVisible()) await others.click();
  } else await page.getByRole('button', { name: 'Skip Seat Selection' }).or(next).first().click();
  await waitFor(page, getCardForm(page));
}

const cardFrame = 'iframe[title="Secure payment input frame"]';

/** Our own fields, or those of the provider. */
const getCardForm = (page: Page): Locator =>
  page
    .getByLabel(/^Card number/)
    .or(page.locator(cardFrame))
    .first();

/** Pays with a card of the providers' test mode, and finds the confirmed booking among the visitor's trips. */
export async function payAndFindTrip(page: Page): Promise<void> {
  const own = page.getByLabel(/^Card number/);
  if (await own.isVisible()) {
    for (const [label, value] of [
      [/^Card number/, '4242424242424242'],
      [/^Expiry month/, '12'],
      [/^Expiry year/, '34'],
      [/^CVV/, '123'],
      [/^Name on the card/, 'Nora Lindqvist'],
    ] as const)
      await page.getByLabel(label).fill(value);
  } else {
    const frame = page.frameLocator(cardFrame).first();
    await frame.getByLabel('Country').selectOption('US');
    await frame.getByLabel('ZIP code').fill('94103');
    await frame.getByLabel('Card number').fill('4242424242424242');
    await frame.getByLabel(/^Expir/).fill('1234');
    await frame.getByLabel('Security code').fill('123');
  }
  await page.getByRole('button', { name: 'Complete Booking' }).click();
  await waitFor(page, page.getByRole('heading', { name: 'Booking Confirmed' }), confirmationTimeoutMs);
  await press(page, 'View My Trips');
  await press(page, 'View Details');
  await waitFor(page, page.getByRole('dialog'));
}
