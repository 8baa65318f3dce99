import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoHorizontalScrollAt } from './testing/accessibility.ts';
import { bookOverApi } from './testing/api-booking.ts';
import { createUniqueEmail, validCard } from './testing/booking.ts';
import { waitForEmail } from './testing/mail.ts';
import { getProductSetting } from './testing/product.ts';
import { signIn } from './testing/sign-in.ts';
import { createSupport } from './testing/support.ts';
import { test } from './testing/test.ts';

let support: Awaited<ReturnType<typeof createSupport>>;

test.setTimeout(120_000);
test.beforeAll(async () => {
  support = await createSupport('10.251.0.3');
});

const notice = (page: Page) => page.getByRole('region', { name: 'Our mails do not reach you' });

test(
  'a mail that comes back is a case of support and a notice on the trip, until the address is corrected',
  { tag: '@account' },
  async ({ page, browser }) => {
    const email = createUniqueEmail();
    // What becomes of a mail is up to its address, at the mail sandbox.
    const booking = await bookOverApi(validCard, undefined, `bounced+${email}`);
    const traveller = await browser.newPage({ baseURL: getProductSetting('E2E_URL') });
    await signIn(traveller, booking.accountInfo!, `/my-trips/${booking.id}`);
    // A reload before the sign-in has ended would abort it.
    await expect(traveller.getByRole('region', { name: 'Flights' })).toBeVisible();

    await test.step('the trip says so, without the whole address', async () => {
      await expect(async () => {
        await traveller.reload();
        await expect(notice(traveller)).toBeVisible({ timeout: 1000 });
      }).toPass();
      await expect(notice(traveller)).toContainText('Our mail to b…@example.com came back.');
      await expect(notice(traveller)).not.toContainText(email);
      await expectAccessible(traveller);
      await expectNoHorizontalScrollAt(traveller, 375, 768, 1440);
    });

    await test.step('support finds the case, calls, and corrects the address', async () => {
      await signIn(page, support, '/admin/bookings');
      const reviewCase = page
        .getByRole('tabpanel')
        .getByRole('row')
        .filter({ hasText: booking.lastName })
        .filter({ hasText: 'Mails do not arrive' });
      await expect(reviewCase).toContainText('Mails do not reach the address of the booking.');
      await reviewCase.getByRole('link').click();
      const mails = page.getByRole('region', { name: 'Mails' });
      await expect(mails).toContainText(/Confirmation came back from .*5\.1\.1/);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Change the email address' }).click();
      const dialog = page.getByRole('alertdialog');
      await dialog.getByLabel('New email address').fill(email);
      await dialog.getByLabel(/^Reason/).fill('Called: a letter was missing');
      await dialog.getByRole('button', { name: 'Change the address' }).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByRole('region', { name: 'Open cases' })).toHaveCount(0);
      await expect(mails).not.toContainText('came back');
    });

    await test.step('the account of the former address has the trip no more; a link to the new one opens it', async () => {
      const { text } = await waitForEmail(email, /^Please confirm/);
      await traveller.goto(/http\S+\/find-trip#\S+/.exec(text)?.[0] ?? '');
      await traveller.getByRole('button', { name: 'Open the trip' }).click();
      await expect(traveller.getByRole('region', { name: 'Flights' })).toBeVisible();
      await expect(notice(traveller)).toHaveCount(0);
    });
    await traveller.getByRole('button', { name: 'Email the confirmation again' }).click();
    await waitForEmail(email, /is confirmed$/);
    await traveller.close();
  },
);
