import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './testing/accessibility.ts';
import { bookOverApi } from './testing/api-booking.ts';
import { validCard } from './testing/booking.ts';
import { trackLayoutShift } from './testing/layout-shift.ts';
import { signIn } from './testing/sign-in.ts';
import { test } from './testing/test.ts';

const breakFrontEnd = (page: Page, name: string) =>
  page.route(`**/releases/${name}/**`, (route) => route.abort('failed'));

test(
  'the next trip stands on the home page, its fare on its page, and neither page needs the other front end',
  { tag: ['@search', '@account'] },
  async ({ page }) => {
    const readLayoutShift = await trackLayoutShift(page);
    const { accountInfo } = await bookOverApi(validCard);
    await signIn(page, accountInfo!, '/');
    const next = page.getByRole('region', { name: 'Your next trip' });
    await expect(next.getByRole('heading', { name: 'London to New York' })).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await expect(next.getByRole('button', { name: 'View Details' })).toBeVisible();
    // Late ones too: this waits until nothing has been loaded for half a second.
    await page.waitForLoadState('networkidle');
    expect(await readLayoutShift()).toBeLessThanOrEqual(0.01);

    await next.getByRole('button', { name: 'View Details' }).click();
    await expect(page).toHaveURL(/\/my-trips\/[0-9a-f-]{36}$/);
    const fare = page.getByRole('region', { name: 'Fare' });
    const searchAgain = fare.getByRole('link', { name: 'Search this route again' });
    await expect(searchAgain).toBeVisible();
    await expectAccessible(page);
    await searchAgain.click();
    await expect(page.getByLabel('From', { exact: true })).toHaveValue(/LHR/);

    await breakFrontEnd(page, 'account');
    await page.goto('/');
    await expect(page.getByRole('form', { name: 'Flight search' })).toBeVisible();
    await expect(next).toHaveCount(0);
    await page.unrouteAll();

    await breakFrontEnd(page, 'search');
    await page.goto('/my-trips');
    await page.getByRole('button', { name: 'View Details' }).click();
    await expect(fare.getByText(/refund/i).first()).toBeVisible();
    await expect(searchAgain).toHaveCount(0);
  },
);
