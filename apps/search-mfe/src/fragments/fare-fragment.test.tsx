import { sampleBooking } from '@fareline/contracts/testing';
import { renderElement } from '@fareline/ui-theme/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { parseModifyState } from '../search-query/modify-state.ts';
import { Component } from './fare-fragment.tsx';

const { bookingData, ...moment } = sampleBooking();

it('shows the fare of a trip with its rules, and fills the search in with its route', async () => {
  const { router } = renderElement(<Component booking={bookingData} moment={moment} />, { url: '/my-trips' });
  expect(screen.getByText(/refund/i)).toBeDefined();
  fireEvent.click(screen.getByRole('link', { name: 'Search this route again' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  expect(parseModifyState(router.state.location.state)).toMatchObject({
    origin: bookingData.slices[0]?.origin.iata_code,
    destination: bookingData.slices[0]?.destination.iata_code,
    departureDate: '',
    adultsCount: bookingData.passengers.filter(({ type }) => type === 'adult').length,
  });
});

it('offers no search from an airport without a code', () => {
  const [slice] = bookingData.slices;
  const slices = [{ ...slice!, origin: { ...slice!.origin, iata_code: null } }];
  renderElement(<Component booking={{ ...bookingData, slices }} moment={moment} />);
  expect(screen.queryByRole('link')).toBeNull();
});
