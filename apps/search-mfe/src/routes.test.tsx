import { defaultBrand } from '@fareline/contracts/schemas';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp } from './testing/harness.tsx';

it.each([
  ['ROUTE-01', '/', defaultBrand.content.headline],
  ['ROUTE-07', '/expedia', 'Flight support from a person, day and night'],
])('[%s] renders the screen of %s', async (_, path, title) => {
  renderApp(path);
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
});
