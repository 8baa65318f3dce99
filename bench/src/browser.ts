import { chromium, type Browser } from '@playwright/test';
import { findChromium } from '@fareline/tools/chromium';
import { addStop } from './programs.ts';

/** Starts a Chromium, which `stopAll` closes. */
export async function launchChromium(args: string[] = []): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: await findChromium((line) => process.stderr.write(`${line}\n`)),
    args: ['--no-sandbox', ...args],
  });
  addStop(() => browser.close());
  return browser;
}

/** The date a number of days from today, as in URLs and searches. */
export const getDate = (daysAhead: number): string =>
  new Date(Date.now() + daysAhead * 86_400_000).toISOString().slice(0, 10);

/** The results page of a return flight that departs on a day. */
export const createResultsPath = (origin: string, destination: string, daysAhead: number): string =>
  `/search?${new URLSearchParams({
    ...{ origin, destination, tripType: 'round-trip', cabinClass: 'economy' },
    ...{ departureDate: getDate(daysAhead), returnDate: getDate(daysAhead + 7) },
    ...{ adultsCount: '1', childrenCount: '0', infantsCount: '0' },
  })}`;
