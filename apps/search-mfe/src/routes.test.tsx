import { getOffer } from '@fareline/contracts';
import { defaultBrand } from '@fareline/contracts/schemas';
import { sampleOffer } from '@fareline/contracts/testing';
import { respondTo } from '@fareline/tools/fake-server';
import { screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import routes from './routes.ts';
import { renderApp, serveSearch } from './testing/harness.tsx';
import './testing/progress-streams.ts';

// What a test waits for does not include compiling the screens.
beforeAll(() => Promise.all(routes.map(({ file }) => import(/* @vite-ignore */ `./${file}`))));

it.each([
  ['ROUTE-01', '/', defaultBrand.content.headline],
  [
    'ROUTE-01',
    '/search?origin=LHR&destination=JFK&departureDate=2099-12-05&adults=1',
    /1 of 1 flights|flights found/i,
  ],
  ['ROUTE-01', '/flight/off_1', / to /],
  ['ROUTE-07] [SUPPORT-01', '/expedia', 'Flight support from a person, 24/7'],
])('[%s] renders the screen of %s', async (_, path, title) => {
  serveSearch([sampleOffer()]);
  respondTo(getOffer, () => ({ body: { ...sampleOffer(), listed: null } }));
  renderApp(path);
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
});
