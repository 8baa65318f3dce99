import type { Segment } from '@fareline/contracts';
import { formatMinutes } from '@fareline/ui-theme';
import { layoverNotes } from '../offers/itinerary-notes.ts';
import { layoverMinutes } from '../offers/layover.ts';

/** "2h 10m in Amsterdam (AMS)", followed by what is to be minded about it. */
export function layoverText(before: Segment, after: Segment): string {
  const { city_name, iata_code } = before.destination;
  const minutes = layoverMinutes(before, after);
  const where = `${city_name ?? 'N/A'} (${iata_code ?? 'N/A'})`;
  const text = `${minutes === undefined ? 'Layover' : formatMinutes(minutes)} in ${where}`;
  return [text, ...layoverNotes(before, after).map(({ full }) => full)].join('. ');
}
