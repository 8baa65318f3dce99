import { sampleOffer, samplePlace, sampleSlice } from '@fareline/contracts/testing';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { getFocused } from '@fareline/ui-theme/testing';
import { CardNotes } from './card-notes.tsx';

/** An offer with three notes and several marketing carriers, which the card names elsewhere. */
function offerWithThreeNotes(id: string) {
  const outbound = sampleSlice('LHR', 'JFK', { stops: ['AMS'], airlines: ['BA', 'KL'] });
  const [first, second] = outbound.segments;
  first!.operating_carrier = { name: 'Loganair', iata_code: 'LM', logo_url: null };
  first!.stops = [samplePlace('DXB')];
  second!.departing_at = '2026-12-05T14:00:00';
  return sampleOffer({ id, total_amount: '400', slices: [outbound, sampleSlice('JFK', 'LGW')] });
}
const allNotes = 'Operated by Loganair · Back to LGW · Also lands in Dubai';
const getNotes = (expanded: boolean) =>
  screen.getByRole('button', { name: expanded ? allNotes : 'Operated by Loganair · 2 more', expanded });

it('shows the first of several notes, and all of them when pressed, also with the keyboard', async () => {
  render(<CardNotes offer={offerWithThreeNotes('a')} />);
  await userEvent.tab();
  expect(getFocused()).toBe(getNotes(false));
  await userEvent.keyboard('{Enter}');
  expect(getNotes(true)).toBeTruthy();
  await userEvent.keyboard(' ');
  expect(getNotes(false)).toBeTruthy();
});

it('keeps the notes of an offer expanded when its card is mounted again, but not those of another offer', async () => {
  const { unmount } = render(<CardNotes offer={offerWithThreeNotes('b')} />);
  await userEvent.click(getNotes(false));
  unmount();
  const { unmount: unmountAgain } = render(<CardNotes offer={offerWithThreeNotes('b')} />);
  expect(getNotes(true)).toBeTruthy();
  unmountAgain();
  render(<CardNotes offer={offerWithThreeNotes('c')} />);
  expect(getNotes(false)).toBeTruthy();
});

it('has nothing to press for one note', () => {
  const offer = offerWithThreeNotes('d');
  offer.slices.shift();
  offer.slices[0]!.segments[0]!.operating_carrier = { name: 'Loganair', iata_code: 'LM', logo_url: null };
  render(<CardNotes offer={offer} />);
  expect(screen.getByText('Operated by Loganair')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it('shows the number of notes where there is no room for one, and all of them when pressed', async () => {
  render(<CardNotes offer={offerWithThreeNotes('e')} isShort />);
  await userEvent.click(screen.getByRole('button', { name: '3 notes', expanded: false }));
  expect(getNotes(true)).toBeTruthy();
});
