import { randomUUID } from 'node:crypto';
import { mailTripCode } from '@fareline/contracts';
import { expect, type Page } from '@playwright/test';
import { bookOverApi } from './testing/api-booking.ts';
import { createUniqueEmail, enterPassengers, openPayment, payAndBook, validCard } from './testing/booking.ts';
import { readEmails, waitForEmail } from './testing/mail.ts';
import { openPassengers } from './testing/search.ts';
import { registerUser, signIn } from './testing/sign-in.ts';
import { test } from './testing/test.ts';

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test(
  '[FAQ-08, MAIL-01, TRIP-01, GUEST-05] a booking is confirmed by email with its reference and e-ticket, both are in My Trips, and the link of the mail adds it to the account',
  { tag: ['@booking', '@account'] },
  async ({ page }) => {
    test.setTimeout(120_000);
    const email = await openPayment(page, 57);
    const reference = await payAndBook(page);
    await expect(page.getByText(/A confirmation is on its way by email/).first()).toBeVisible();
    const username = await page.locator('dt:text-is("Username") + dd code').innerText();
    const password = await page.locator('dt:text-is("Password") + dd code').innerText();

    const { text } = await waitForEmail(email, /is confirmed$/);
    expect(text).toContain(`Booking reference:\n${reference}\n`);
    const [, ticket = ''] = /^E-ticket (\d{3}-\d{10})$/m.exec(text) ?? [];
    expect(ticket).not.toBe('');
    await page.getByRole('link', { name: 'View My Trips' }).click();
    await page.getByRole('heading', { level: 2 }).getByRole('link').first().click();
    await expect(page.getByText(reference).first()).toBeVisible();
    await expect(section(page, 'Passengers')).toContainText(`E-ticket ${ticket}`);

    await page.context().clearCookies();
    await page.goto(/http\S+claim=\S+/.exec(text)?.[0] ?? '');
    await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
    await signIn(page, { username, password });
    await page.getByRole('button', { name: 'Add this booking' }).click();
    await expect(page.getByText('It is in your trips now.').first()).toBeVisible();
    await expect(page.getByRole('article')).toContainText('Madrid to London');
  },
);

test(
  '[FAQ-08, TRIP-02] a traveller signs in and opens a trip in My Trips, whose Manage Seats leads to the airline that sells the seats, with the reference that it asks for',
  { tag: ['@account', '@smoke'] },
  async ({ page }) => {
    const booking = await bookOverApi(validCard);
    await signIn(page, booking.accountInfo!, '/my-trips');
    await page.getByRole('heading', { level: 2 }).getByRole('link').first().click();
    await expect(page).toHaveURL(`/my-trips/${booking.id}`);
    await page.getByRole('button', { name: 'Manage Seats' }).click();
    const seats = section(page, 'Manage Seats');
    await expect(seats.locator('a[href^="https://www."]')).toBeVisible();
    await expect(seats.locator('a[href^="tel:"]')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Copy booking reference' })).toBeVisible();
  },
);

test(
  '[CONTACT-05, CONTACT-07, CONTACT-08] a message about a group reaches the mailbox of the brand, and the brand says when it answers',
  { tag: '@shell' },
  async ({ page }) => {
    const email = createUniqueEmail();
    await page.goto('/contact');
    await page.getByLabel('Name (required)').fill('Ada Byron');
    await page.getByLabel('Email (required)').fill(email);
    await page.getByLabel('Subject').selectOption({ label: 'Group booking' });
    await page.getByLabel('Message').fill('Twelve of us to Oslo.');
    await page.getByRole('checkbox', { name: /low fares/ }).click();
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByText('Your message has arrived')).toBeVisible();
    await expect(page.getByText('We answer e-mail within 30 minutes.').last()).toBeVisible();
    await expect
      .poll(async () => (await readEmails('hello@fareline.example')).map(({ text }) => text))
      .toContainEqual(
        expect.stringMatching(new RegExp(`${email}[^]*group-booking[^]*Newsletter: yes[^]*Twelve`)),
      );
    const copy = await waitForEmail(email, /^We have your message/);
    expect(copy.text).toMatch(
      /We answer e-mail within 30 minutes\.[^]*Group booking[^]*Twelve of us to Oslo\./,
    );
  },
);

test(
  '[SETTINGS-05, ACCOUNT-02] a user changes the password in the settings and signs in with it',
  { tag: '@account' },
  async ({ page }) => {
    const user = await registerUser('10.252.7.1');
    const changed = 'Warm winter 2030!';
    await page.goto('/login');
    await signIn(page, user);
    await page.getByRole('button', { name: /Ada/ }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await page.getByRole('tab', { name: 'Security' }).click();
    await page.getByLabel('Current password').fill(user.password);
    await page.getByLabel('New password', { exact: true }).fill(changed);
    await page.getByLabel('Confirm new password').fill(changed);
    await page.getByRole('button', { name: 'Change Password' }).click();
    await expect(page.getByText('Your password has been updated').first()).toBeVisible();
    await page.context().clearCookies();
    await page.goto('/login');
    await signIn(page, { ...user, password: changed });
    await expect(page.getByRole('button', { name: /Ada/ })).toBeVisible();
  },
);

test(
  '[REGISTER-01, REGISTER-08, ACCOUNT-02] a visitor registers, confirms the email address by the mailed link, once, and sets another password by the next',
  { tag: ['@account', '@smoke'] },
  async ({ page }) => {
    const email = createUniqueEmail();
    const username = `reader_${randomUUID().slice(0, 8)}`;
    const password = 'correct horse 7';
    const findLink = ({ text }: { text: string }) => /http\S+token=\S+/.exec(text)?.[0] ?? '';
    await page.goto('/register');
    for (const [label, value] of Object.entries({ 'First name': 'Ada', 'Last name': 'Byron' }))
      await page.getByLabel(label).fill(value);
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm password').fill(password);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page).toHaveURL('/login');

    await test.step('the link confirms the address, once', async () => {
      const link = findLink(await waitForEmail(email, /^Confirm your email address/));
      await signIn(page, { username, password }, '/account-settings?tab=profile');
      await expect(page.getByText(/^Not confirmed\./)).toBeVisible();
      await page.goto(link);
      await page.getByRole('button', { name: 'Confirm email address' }).click();
      await expect(page.getByText(/^Your email address is confirmed\./)).toBeVisible();
      await page.goto('/account-settings?tab=profile');
      await expect(page.getByText('Confirmed', { exact: true })).toBeVisible();
      await page.context().clearCookies();
      await page.goto(link);
      await page.getByRole('button', { name: 'Confirm email address' }).click();
      await expect(page.getByText(/expired or was used before/)).toBeVisible();
    });

    const changed = 'Warm winter 2030!';
    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot password' }).click();
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.goto(findLink(await waitForEmail(email, /^Set a new password/)));
    await page.getByLabel('New password', { exact: true }).fill(changed);
    await page.getByLabel('Confirm new password').fill(changed);
    await page.getByRole('button', { name: 'Set the password' }).click();
    await expect(page).toHaveURL('/login');
    await signIn(page, { username, password: changed });
    await expect(page.getByRole('button', { name: /Ada/ })).toBeVisible();
  },
);

test(
  '[TRIP-06, LIMIT-05] at most three codes and three links are mailed in an hour',
  { tag: '@account' },
  async ({ page }) => {
    const booking = await bookOverApi(validCard);
    const { subject } = await waitForEmail(booking.email, /is confirmed$/);
    const { email, lastName } = booking;
    const count = async (pattern: RegExp) =>
      (await readEmails(email)).filter((mail) => pattern.test(mail.subject)).length;
    // A mail of one kind would arrive while the test waits for the other kind.
    for (let request = 0; request < 5; request += 1) {
      await page.goto('/forgot-password');
      await page.getByLabel('Email', { exact: true }).fill(email);
      await page.getByRole('button', { name: 'Send the link' }).click();
      await expect(page.getByText(/We send at most 3 an hour/)).toBeVisible();
    }
    await page.goto('/find-trip');
    await page.getByLabel('Booking reference').fill(/booking (\w+) is/.exec(subject)?.[1] ?? '');
    await page.getByLabel('Last name').fill(lastName);
    await page.getByRole('button', { name: 'Send the code' }).click();
    const again = page.getByRole('button', { name: 'Send the code again' });
    for (let request = 0; request < 4; request += 1) {
      const answer = page.waitForResponse(`**${mailTripCode.path}`);
      await again.click();
      await answer;
    }
    await expect.poll(() => count(/^Your code/)).toBe(3);
    expect(await count(/^Set a new password/)).toBe(3);
    await page.reload();
    expect(await count(/^Your code/)).toBe(3);
  },
);

test(
  'passports are not kept when the page loads again, all else is',
  { tag: '@booking' },
  async ({ page }) => {
    await openPassengers(page, { origin: 'MAD', destination: 'LHR', departureInDays: 58 });
    await enterPassengers(page);
    await expect(page.getByRole('heading', { name: 'Bags and seats' })).toBeVisible();
    await page.reload();
    const block = page.getByRole('group', { name: /^Passenger 1:/ });
    await expect(block.getByLabel(/^First name/)).toHaveValue('Nora');
    await expect(block.getByLabel(/^Passport number/)).toHaveValue('');
    await expect(page.getByText(/We do not keep passports when the page loads again/).first()).toBeVisible();
  },
);
