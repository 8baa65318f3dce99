import type { Segment } from '@fareline/contracts';
import { formatMinutes } from '@fareline/ui-theme';
import { getLayoverNotes } from '../offers/itinerary-notes.ts';
import { getLayoverMinutes } from '../offers/layover.ts';

/** "2h 10m in Amsterdam (AMS)", followed by what is to be minded about it. */
export function formatLayover(before: Segment, after: Segment): string {
  const { city_name, iata_code } = before.destination;
  const minutes = getLayoverMinutes(before, after);
  const where = `${city_name ?? 'N/A'} (${iata_code ?? 'N/A'})`;
  const text = `${minutes === undefined ? 'Layover' : formatMinutes(minutes)} in ${where}`;
  return [text, ...getLayoverNotes(before, after).map(({ full }) => full)].join('. ');
}
