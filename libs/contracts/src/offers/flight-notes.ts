import { formatMinutes } from './duration.ts';
import { countNightMinutes, getCityName, getLayoverMinutes, isDifferentAirport } from './layover.ts';
import type { Segment } from './offer.schema.ts';

/** A note on an easily overlooked property of an itinerary: a short text for the card, a sentence for the offer page. */
export interface ItineraryNote {
  short: string;
  full: string;
}

/** Below this, a connection with a passport check is too short at most airports. */
export const shortLayoverMinutes = 75;
const longLayoverMinutes = 240;
/** A layover with at least this much time between 23:00 and 06:00 costs the traveller a night's sleep. */
const minOvernightMinutes = 180;

export function getAirportChangeNotes(before: Segment, after: Segment): ItineraryNote[] {
  const [arrival, departure] = [before.destination, after.origin];
  if (!isDifferentAirport(arrival, departure)) return [];
  const change = `Change of airport in ${getCityName(arrival)}: ${arrival.iata_code} to ${departure.iata_code}`;
  return [
    {
      short: `Airport change ${arrival.iata_code} to ${departure.iata_code}`,
      full: `${change}. You travel between them yourself`,
    },
  ];
}

export function getLayoverTimeNotes(before: Segment, after: Segment): ItineraryNote[] {
  const minutes = getLayoverMinutes(before, after);
  if (minutes === undefined) return [];
  const city = getCityName(before.destination);
  const length = formatMinutes(minutes);
  const notes: ItineraryNote[] = [];
  if (minutes < shortLayoverMinutes)
    notes.push({
      short: `Only ${length} in ${city}`,
      full: `Short: ask the airline what happens if you miss the next flight`,
    });
  if (countNightMinutes(before.arriving_at, minutes) >= minOvernightMinutes)
    notes.push({ short: `Night in ${city}`, full: 'Overnight: you may need a room' });
  else if (minutes > longLayoverMinutes) notes.push({ short: `${length} in ${city}`, full: 'A long wait' });
  return notes;
}

/** The notes on the layover between two segments, most important first. */
export const getLayoverNotes = (before: Segment, after: Segment): ItineraryNote[] => [
  ...getAirportChangeNotes(before, after),
  ...getLayoverTimeNotes(before, after),
];

/** "2h 10m in Amsterdam (AMS)", followed by the notes on the layover. */
export function formatLayover(before: Segment, after: Segment): string {
  const { city_name, iata_code } = before.destination;
  const minutes = getLayoverMinutes(before, after);
  const place = `${city_name ?? 'N/A'} (${iata_code ?? 'N/A'})`;
  const text = `${minutes === undefined ? 'Layover' : formatMinutes(minutes)} in ${place}`;
  return [text, ...getLayoverNotes(before, after).map(({ full }) => full)].join('. ');
}

/** The name of an airline, else its code. */
export const getCarrierName = (carrier: Segment['marketing_carrier']): string | undefined =>
  carrier.name ?? carrier.iata_code ?? undefined;

/** "Operated by Loganair"; undefined if the marketing carrier operates the segment itself. */
export function formatOperator({ marketing_carrier, operating_carrier }: Segment): string | undefined {
  const [marketing, operating] = [getCarrierName(marketing_carrier), getCarrierName(operating_carrier)];
  return operating && marketing && operating !== marketing ? `Operated by ${operating}` : undefined;
}

/** The stops of a segment without a change of plane: "Lands in Vienna on the way, no change of plane". */
export const formatSegmentStops = ({ stops = [] }: Segment): string[] =>
  stops.map((place) => `Lands in ${getCityName(place)} on the way, no change of plane`);
