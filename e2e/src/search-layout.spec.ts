import { expect } from '@playwright/test';
import { openHome, expectResults, searchUrl } from './testing/search.ts';
import { test } from './testing/test.ts';

/** A long trip with two stops, because its offers have many details. */
const longTrip = { origin: 'LON', destination: 'SYD', departureInDays: 140, returnInDays: 150, adults: 2 };
const search = `${searchUrl(longTrip)}&stops=2`;

test('[FORM-06] dates are not cut off in the form at 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openHome(page);
  const dates = page.locator('.ui-date-field__text');
  await expect(dates).toHaveCount(2);
  const cut = await dates.evaluateAll((fields) =>
    ['Nov 28, 2026', 'Dec 28, 2026'].filter((date) =>
      fields.some((field) => {
        field.textContent = date;
        return field.scrollWidth > field.clientWidth;
      }),
    ),
  );
  expect(cut).toEqual([]);
});

test('[FILTER-05] drag and click targets are at least 24 px in size', async ({ page }) => {
  await page.goto(search);
  await expectResults(page);
  const targets = page.getByRole('slider').or(page.getByRole('button', { name: /more to know$/ }));
  expect(await targets.count()).toBeGreaterThan(2);
  const sizes = await targets.evaluateAll((all) =>
    all.map((target) => target.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height)),
  );
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(24);
});

test('details open on the card and move the cards below down', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 740 });
  await page.goto(search);
  await expectResults(page);
  const card = page
    .getByRole('article')
    .filter({ has: page.getByRole('button', { name: /more to know$/ }) })
    .first();
  const height = () => card.evaluate((article) => article.getBoundingClientRect().height);
  const closed = await height();
  await card.getByRole('button', { name: /more to know$/ }).press('Enter');
  await expect(card.getByRole('button', { name: /more to know$/, expanded: true })).toBeFocused();
  expect(await height()).toBeGreaterThan(closed);
  await expect(async () => {
    const cards = await page
      .getByRole('article')
      .evaluateAll((all) =>
        all.map((each) => each.getBoundingClientRect()).map((box) => [box.top, box.bottom]),
      );
    const gaps = cards.slice(1).map(([top], index) => top! - cards[index]![1]!);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(11);
  }).toPass();
});

test('the calendar explains its prices only while a visible month has prices', async ({ page }) => {
  await page.goto(search);
  await expectResults(page);
  await page.getByRole('link', { name: 'Modify Search' }).click();
  await page.getByRole('button', { name: /^Departure/ }).click();
  const footnote = page.getByText(/^Lowest prices for all travellers/);
  await expect(footnote).toBeVisible();
  for (let months = 0; months < 2; months += 1)
    await page.getByRole('button', { name: /previous month/i }).click();
  await expect(page.locator('.ui-calendar__note')).toHaveCount(0);
  await expect(footnote).toBeHidden();
});
