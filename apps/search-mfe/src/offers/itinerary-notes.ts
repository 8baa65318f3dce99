import type { Offer, Segment, Slice } from '@fareline/contracts';
import { formatMinutes } from '@fareline/ui-theme';
import { getCityName, isDifferentAirport, getLayoverMinutes, countNightMinutes } from './layover.ts';

/** Something about a journey that is easily missed: a few words for the card, a sentence for the offer's page. */
export interface ItineraryNote {
  short: string;
  full: string;
}

/** Less than most airports need for a change with a passport check. */
const shortMinutes = 75;
const longMinutes = 240;
/** Of the hours between 23:00 and 06:00: who waits for three of them does not sleep elsewhere. */
const overnightMinutes = 180;

function getAirportChangeNotes(before: Segment, after: Segment): ItineraryNote[] {
  const [lands, leaves] = [before.destination, after.origin];
  if (!isDifferentAirport(lands, leaves)) return [];
  const change = `Change of airport in ${getCityName(lands)}: ${lands.iata_code} to ${leaves.iata_code}`;
  return [{ short: change, full: `${change}. You travel between them yourself` }];
}

function getLayoverTimeNotes(before: Segment, after: Segment): ItineraryNote[] {
  const minutes = getLayoverMinutes(before, after);
  if (minutes === undefined) return [];
  const city = getCityName(before.destination);
  const length = formatMinutes(minutes);
  const notes: ItineraryNote[] = [];
  if (minutes < shortMinutes)
    notes.push({
      short: `Short layover in ${city}, ${length}`,
      full: `Short: ask the airline what happens if you miss the next flight`,
    });
  if (countNightMinutes(before.arriving_at, minutes) >= overnightMinutes)
    notes.push({ short: `Overnight in ${city}, ${length}`, full: 'Overnight: you may need a room' });
  else if (minutes > longMinutes)
    notes.push({ short: `Long layover in ${city}, ${length}`, full: 'A long wait' });
  return notes;
}

/** What is to be minded between two flights, the most important first. */
export const getLayoverNotes = (before: Segment, after: Segment): ItineraryNote[] => [
  ...getAirportChangeNotes(before, after),
  ...getLayoverTimeNotes(before, after),
];

const nameOf = (carrier: Segment['marketing_carrier']): string | undefined =>
  carrier.name ?? carrier.iata_code ?? undefined;

/** "Operated by Loganair", where the airline that sells the flight is another. */
export function formatOperator({ marketing_carrier, operating_carrier }: Segment): string | undefined {
  const [seller, operator] = [nameOf(marketing_carrier), nameOf(operating_carrier)];
  return operator && seller && operator !== seller ? `Operated by ${operator}` : undefined;
}

/** "Lands in Vienna on the way, no change of plane". */
export const formatSegmentStops = ({ stops = [] }: Segment): string[] =>
  stops.map((place) => `Lands in ${getCityName(place)} on the way, no change of plane`);

const pairsOf = ({ segments }: Slice): [Segment, Segment][] =>
  segments.slice(1).map((after, index) => [segments[index]!, after]);

const inWords = new Intl.ListFormat('en-GB');

/** Flights that different airlines sell, in one direction or out and back: bags and changes are worth a question. */
function getMarketingCarrierNotes(slices: Slice[]): ItineraryNote[] {
  const sellers = slices.map(({ segments }) => [
    ...new Set(segments.flatMap(({ marketing_carrier }) => nameOf(marketing_carrier) ?? [])),
  ]);
  const names = [...new Set(sellers.flat())];
  if (names.length < 2) return [];
  const short = inWords.format(names);
  const together = sellers.find((of) => of.length > 1);
  return [
    {
      short,
      full: together
        ? `${short} sell these flights together. Ask ${together[0]} whether your bags go through to the end`
        : `${names[0]} sells the flight out, ${names[1]} the flight back. Each has its own rules for bags and check-in`,
    },
  ];
}

function getReturnAirportNotes([outbound, inbound]: Slice[]): ItineraryNote[] {
  const notes: ItineraryNote[] = [];
  if (isDifferentAirport(outbound?.destination, inbound?.origin)) {
    const text = `You arrive at ${outbound?.destination.iata_code} and fly back from ${inbound?.origin.iata_code}`;
    notes.push({ short: `Back from ${inbound?.origin.iata_code}`, full: text });
  }
  if (isDifferentAirport(outbound?.origin, inbound?.destination)) {
    const text = `You leave from ${outbound?.origin.iata_code} and come back to ${inbound?.destination.iata_code}`;
    notes.push({ short: `Back to ${inbound?.destination.iata_code}`, full: text });
  }
  return notes;
}

const plain = (text: string): ItineraryNote => ({ short: text, full: text });

/** Everything that is easily missed about an offer, each once, the most important first. */
export function getItineraryNotes({ slices }: Offer): ItineraryNote[] {
  const segments = slices.flatMap((slice) => slice.segments);
  const pairs = slices.flatMap(pairsOf);
  const notes = [
    ...pairs.flatMap(([before, after]) => getAirportChangeNotes(before, after)),
    ...segments.flatMap((segment) => formatOperator(segment) ?? []).map(plain),
    ...getMarketingCarrierNotes(slices),
    ...pairs.flatMap(([before, after]) => getLayoverTimeNotes(before, after)),
    ...getReturnAirportNotes(slices),
    ...segments.flatMap(formatSegmentStops).map(plain),
  ];
  return [...new Map(notes.map((note) => [note.short, note])).values()];
}
