import type { Offer, Segment, Slice } from '@fareline/contracts';
import { formatMinutes } from '@fareline/ui-theme';
import { getCityName, isDifferentAirport, getLayoverMinutes, countNightMinutes } from './layover.ts';

/** A note on an easily overlooked property of an itinerary: a short text for the card, a sentence for the offer page. */
export interface ItineraryNote {
  short: string;
  full: string;
}

/** Below this, a connection with a passport check is too short at most airports. */
const shortLayoverMinutes = 75;
const longLayoverMinutes = 240;
/** A layover with at least this much time between 23:00 and 06:00 costs the traveller a night's sleep. */
const minOvernightMinutes = 180;

function getAirportChangeNotes(before: Segment, after: Segment): ItineraryNote[] {
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

function getLayoverTimeNotes(before: Segment, after: Segment): ItineraryNote[] {
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

const getCarrierName = (carrier: Segment['marketing_carrier']): string | undefined =>
  carrier.name ?? carrier.iata_code ?? undefined;

/** "Operated by Loganair"; undefined if the marketing carrier operates the segment itself. */
export function formatOperator({ marketing_carrier, operating_carrier }: Segment): string | undefined {
  const [marketing, operating] = [getCarrierName(marketing_carrier), getCarrierName(operating_carrier)];
  return operating && marketing && operating !== marketing ? `Operated by ${operating}` : undefined;
}

/** The stops of a segment without a change of plane: "Lands in Vienna on the way, no change of plane". */
export const formatSegmentStops = ({ stops = [] }: Segment): string[] =>
  stops.map((place) => `Lands in ${getCityName(place)} on the way, no change of plane`);

const getStopNotes = (segment: Segment): ItineraryNote[] => {
  const cities = (segment.stops ?? []).map(getCityName);
  return formatSegmentStops(segment).map((full, index) => ({
    short: `Also lands in ${cities[index]}`,
    full,
  }));
};

const getConnections = ({ segments }: Slice): [Segment, Segment][] =>
  segments.slice(1).map((after, index) => [segments[index]!, after]);

const listFormat = new Intl.ListFormat('en-GB');

/** A note if several airlines market the segments of one slice, or of outbound and return, because bag rules may differ. */
function getMarketingCarrierNotes(slices: Slice[]): ItineraryNote[] {
  const carriersBySlice = slices.map(({ segments }) => [
    ...new Set(segments.flatMap(({ marketing_carrier }) => getCarrierName(marketing_carrier) ?? [])),
  ]);
  const names = [...new Set(carriersBySlice.flat())];
  if (names.length < 2) return [];
  const all = listFormat.format(names);
  const mixedSlice = carriersBySlice.find((carriers) => carriers.length > 1);
  return [
    {
      short: names.length > 2 ? `${names[0]} and ${names.length - 1} more` : all,
      full: mixedSlice
        ? `${all} sell these flights together. Ask ${mixedSlice[0]} whether your bags go through to the end`
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

/** Without duplicates, most important first. */
function collectNotes(slices: Slice[], carrierNotes: ItineraryNote[]): ItineraryNote[] {
  const segments = slices.flatMap((slice) => slice.segments);
  const connections = slices.flatMap(getConnections);
  const notes = [
    ...connections.flatMap(([before, after]) => getAirportChangeNotes(before, after)),
    ...segments
      .flatMap((segment) => formatOperator(segment) ?? [])
      .map((text) => ({ short: text, full: text })),
    ...carrierNotes,
    ...connections.flatMap(([before, after]) => getLayoverTimeNotes(before, after)),
    ...getReturnAirportNotes(slices),
    ...segments.flatMap(getStopNotes),
  ];
  return [...new Map(notes.map((note) => [note.short, note])).values()];
}

/** All notes on the itinerary of an offer. */
export const getItineraryNotes = ({ slices }: Offer): ItineraryNote[] =>
  collectNotes(slices, getMarketingCarrierNotes(slices));

/** Those for the card, which names the marketing carriers above its slices. */
export const getCardNotes = ({ slices }: Offer): ItineraryNote[] => collectNotes(slices, []);
