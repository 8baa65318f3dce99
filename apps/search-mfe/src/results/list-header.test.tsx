import { sampleOffer } from '@fareline/contracts/testing';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderElement } from '../testing/harness.tsx';
import { ListHeader } from './list-header.tsx';

it('[RESULTS-13] shows the price line below the row of the switch, so that a longer line does not move the switch', () => {
  renderElement(
    <ListHeader
      heading="1 of 1 flights found"
      headingRef={null}
      offers={[sampleOffer({ total_amount: '400' })]}
      isWhole
      order="price-asc"
      withBag={false}
      onOrderChange={() => undefined}
      onWithBagChange={() => undefined}
    >
      {null}
    </ListHeader>,
  );
  const line = screen.getByText('Prices from $400 to $400');
  const row = line.previousElementSibling;
  expect(row?.contains(screen.getByRole('switch', { name: 'With a checked bag' }))).toBe(true);
  expect(row?.contains(screen.getByRole('heading', { level: 1 }))).toBe(true);
});
