import { sampleOffer, samplePlace, sampleSlice } from '@fareline/contracts/testing';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { getFocused } from '@fareline/ui-theme/testing';
import { CardNotes } from './card-notes.tsx';

/** An offer with four notes: operating carrier, marketing carriers, another return airport and a stop without a change of plane. */
function offerWithFourNotes(id: string) {
  const outbound = sampleSlice('LHR', 'JFK', { stops: ['AMS'], airlines: ['BA', 'KL'] });
  const [first, second] = outbound.segments;
  first!.operating_carrier = { name: 'Loganair', iata_code: 'LM', logo_url: null };
  first!.stops = [samplePlace('DXB')];
  second!.departing_at = '2026-12-05T14:00:00';
  return sampleOffer({ id, total_amount: '400', slices: [outbound, sampleSlice('JFK', 'LGW')] });
}
const moreNotes = 'Back to LGW · Lands in Dubai on the way, no change of plane';
const getMoreNotes = () =>
  screen.getByText((_, element) => element?.localName === 'p' && element.textContent === moreNotes);
const getToggle = (expanded: boolean) => screen.getByRole('button', { name: '2 more to know', expanded });

it('shows two notes and expands the others in place, also with the keyboard', async () => {
  render(<CardNotes offer={offerWithFourNotes('a')} />);
  expect(screen.getByText('Operated by Loganair · Airline BA and Airline KL')).toBeTruthy();
  expect(getMoreNotes()).toHaveProperty('hidden', true);
  await userEvent.tab();
  expect(getFocused()).toBe(getToggle(false));
  await userEvent.keyboard('{Enter}');
  expect(getMoreNotes()).toHaveProperty('hidden', false);
  expect(getToggle(true).getAttribute('aria-controls')).toBe(getMoreNotes().id);
  await userEvent.keyboard(' ');
  expect(getMoreNotes()).toHaveProperty('hidden', true);
});

it('keeps the notes of an offer expanded when its card is mounted again, but not those of another offer', async () => {
  const { unmount } = render(<CardNotes offer={offerWithFourNotes('b')} />);
  await userEvent.click(getToggle(false));
  unmount();
  const { unmount: unmountAgain } = render(<CardNotes offer={offerWithFourNotes('b')} />);
  expect(getMoreNotes()).toHaveProperty('hidden', false);
  unmountAgain();
  render(<CardNotes offer={offerWithFourNotes('c')} />);
  expect(getMoreNotes()).toHaveProperty('hidden', true);
});

it('shows no toggle for two notes', () => {
  const offer = offerWithFourNotes('d');
  offer.slices.pop();
  offer.slices[0]!.segments[0]!.stops = [];
  render(<CardNotes offer={offer} />);
  expect(screen.getByText('Operated by Loganair · Airline BA and Airline KL')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
