import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import { getBirthDate, getDayFromNow } from './dates.ts';
import { openPassengers, type Trip } from './search.ts';

interface Passenger {
  firstName: string;
  lastName: string;
  age: number;
  gender: 'Female' | 'Male';
}

export const family: Passenger[] = [
  { firstName: 'Nora', lastName: 'Lindqvist', age: 36, gender: 'Female' },
  { firstName: 'Jonas', lastName: 'Lindqvist', age: 38, gender: 'Male' },
  { firstName: 'Elsa', lastName: 'Lindqvist', age: 7, gender: 'Female' },
  { firstName: 'Tim', lastName: 'Lindqvist', age: 0, gender: 'Male' },
];

/** An email address that no account uses. */
export const createUniqueEmail = (): string =>
  `traveller.${Date.now()}.${Math.floor(Math.random() * 1e6)}@example.com`;

/** Returns the email address of the first passenger, of whom there is one unless more are given. */
export async function enterPassengers(page: Page, passengers = family.slice(0, 1)): Promise<string> {
  const email = createUniqueEmail();
  for (const [index, passenger] of passengers.entries()) {
    const block = page.getByRole('group', { name: new RegExp(`^Passenger ${index + 1}:`) });
    await block.getByLabel(/^Gender/).selectOption(passenger.gender);
    await block.getByLabel(/^First name/).fill(passenger.firstName);
    await block.getByLabel(/^Last name/).fill(passenger.lastName);
    await block.getByLabel(/^Date of birth/).fill(getBirthDate(passenger.age));
    if (index === 0) {
      await block.getByLabel(/^Email/).fill(email);
      await block.getByLabel(/^Phone/).fill('+1 212 555 0142');
    }
    const passport = block.getByLabel(/^Passport number/);
    if (await passport.count()) {
      await passport.fill(`X12345${index}7`);
      await block.getByLabel(/^(Passport )?[Ee]xpiry/).fill(getDayFromNow(2000));
      await block.getByLabel(/^(Passport )?[Ii]ssuing country/).selectOption('US');
    }
  }
  await page.getByRole('button', { name: /^Continue/ }).click();
  return email;
}

export async function skipSeats(page: Page): Promise<void> {
  const skip = page.getByRole('button', { name: 'Skip Seat Selection' });
  const continueButton = page.getByRole('button', { name: 'Continue to Payment' });
  await expect(skip.or(continueButton).first()).toBeVisible({ timeout: 20_000 });
  await ((await skip.isVisible()) ? skip : continueButton).click();
  await expect(page.getByRole('heading', { name: 'Payment', exact: true })).toBeVisible();
}

/** Our own fields, or the Payment Element. */
export type CardForm = 'fields' | 'element';

export const getCardFrame = (page: Page): FrameLocator =>
  page.frameLocator('iframe[title="Secure payment input frame"]');

export const getCardNumber = (page: Page, form: CardForm): Locator =>
  (form === 'element' ? getCardFrame(page) : page).getByLabel(/^Card number/);

/** The countries are there once the script of the frame runs. */
export const chooseCountry = (page: Page) => getCardFrame(page).getByLabel('Country').selectOption('US');

/** The fields of the provider are filled in from the number on by the keyboard alone. */
export async function enterCard(page: Page, number: string, form: CardForm = 'fields'): Promise<void> {
  if (form === 'element') {
    await chooseCountry(page);
    await getCardFrame(page).getByLabel('ZIP code').fill('94103');
    const cardNumber = getCardNumber(page, form);
    // Right after the form has grown or scrolled, Chromium gives a click to what was in this place before.
    await expect
      .poll(async () => {
        await cardNumber.click();
        return cardNumber.evaluate((element) => element.matches(':focus'));
      })
      .toBe(true);
    await page.keyboard.type(number);
    await page.keyboard.press('Tab');
    await page.keyboard.type('1234');
    await page.keyboard.press('Tab');
    return page.keyboard.type('123');
  }
  await getCardNumber(page, form).fill(number);
  await page.getByLabel(/^Expiry month/).fill('12');
  await page.getByLabel(/^Expiry year/).fill('34');
  await page.getByLabel(/^CVV/).fill('123');
  await page.getByLabel(/^Name on the card/).fill('Nora Lindqvist');
}

export const validCard = '4242424242424242';
export const declinedCard = '4000000000000002';
export const mastercard = '5555555555554444';

/** Reads the total on the payment step, in minor units. */
export async function readTotal(page: Page): Promise<number> {
  const text = await page.getByText(/^You pay \$[\d,.]+ \(USD\)/).innerText();
  const [, amount = ''] = /\$([\d,]+(?:\.\d\d)?)/.exec(text) ?? [];
  const [whole = '', cents = '00'] = amount.replaceAll(',', '').split('.');
  return Number(whole + cents);
}

/** An amount in minor units as screens write it. */
export const formatPrice = (minor: number): string =>
  `$${(minor / 100).toLocaleString('en-US', { minimumFractionDigits: minor % 100 ? 2 : 0 })}`;

export async function completeBooking(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Complete Booking' });
  // Right after scrolling, Chromium gives a click to the frame of another origin that was in this place before.
  await expect
    .poll(async () => {
      await button.hover();
      return button.evaluate((element) => element.matches(':hover'));
    })
    .toBe(true);
  await button.click();
}

export async function expectBookingConfirmed(page: Page, timeoutMs = 45_000): Promise<string> {
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible({ timeout: timeoutMs });
  return page.locator('p:text-is("Booking reference") + p > span').innerText();
}

/** Books on the payment step, and returns the reference. */
export async function payAndBook(page: Page, card = validCard): Promise<string> {
  await enterCard(page, card);
  await completeBooking(page);
  return expectBookingConfirmed(page);
}

/** Opens the payment step for a one-way trip of one adult, and returns the passenger's email address. */
export async function openPayment(
  page: Page,
  departureInDays: number,
  [origin, destination] = ['MAD', 'LHR'] as [string, string],
): Promise<string> {
  await openPassengers(page, { origin, destination, departureInDays });
  const email = await enterPassengers(page);
  await skipSeats(page);
  return email;
}

/** Books the cheapest fare of a one-way trip of one adult with a valid card. Returns the total in minor units, and the address for its mails. */
export async function bookTrip(
  page: Page,
  { origin, destination, departureInDays }: Pick<Trip, 'origin' | 'destination' | 'departureInDays'>,
): Promise<{ email: string; total: number }> {
  const email = await openPayment(page, departureInDays, [origin, destination]);
  const total = await readTotal(page);
  await payAndBook(page);
  return { email, total };
}
