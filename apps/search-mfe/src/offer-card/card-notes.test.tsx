import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { place, sampleOffer, slice } from '../testing/sample-offer.ts';
import { CardNotes } from './card-notes.tsx';

/** Four things to know: who flies, who sells, another airport back and a landing on the way. */
function manyNotes(id: string) {
  const flight = slice('LHR', 'JFK', { stops: ['AMS'], airlines: ['BA', 'KL'] });
  const [first, second] = flight.segments;
  first!.operating_carrier = { name: 'Loganair', iata_code: 'LM', logo_url: null };
  first!.stops = [place('DXB')];
  second!.departing_at = '2026-12-05T14:00:00';
  return sampleOffer(id, '400', { slices: [flight, slice('JFK', 'LGW')] });
}
const others = 'Back to LGW · Lands in Dubai on the way, no change of plane';
const toggle = (expanded: boolean) => screen.getByRole('button', { name: '2 more to know', expanded });

it('the airlines are named at once, what is beyond the first two notes opens in place, by keyboard too', async () => {
  render(<CardNotes offer={manyNotes('a')} medianEmissions={null} />);
  expect(screen.getByText('Operated by Loganair · Airline BA and Airline KL')).toBeTruthy();
  expect(screen.getByText(others)).toHaveProperty('hidden', true);
  await userEvent.tab();
  expect(document.activeElement).toBe(toggle(false));
  await userEvent.keyboard('{Enter}');
  expect(screen.getByText(others)).toHaveProperty('hidden', false);
  expect(toggle(true).getAttribute('aria-controls')).toBe(screen.getByText(others).id);
  await userEvent.keyboard(' ');
  expect(screen.getByText(others)).toHaveProperty('hidden', true);
});

it('what was opened is open when the card comes back, that of another offer is not', async () => {
  const { unmount } = render(<CardNotes offer={manyNotes('b')} medianEmissions={null} />);
  await userEvent.click(toggle(false));
  unmount();
  const { unmount: leave } = render(<CardNotes offer={manyNotes('b')} medianEmissions={null} />);
  expect(screen.getByText(others)).toHaveProperty('hidden', false);
  leave();
  render(<CardNotes offer={manyNotes('c')} medianEmissions={null} />);
  expect(screen.getByText(others)).toHaveProperty('hidden', true);
});

it('two notes need nothing to open', () => {
  const offer = manyNotes('d');
  offer.slices.pop();
  offer.slices[0]!.segments[0]!.stops = [];
  render(<CardNotes offer={offer} medianEmissions={null} />);
  expect(screen.getByText('Operated by Loganair · Airline BA and Airline KL')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
