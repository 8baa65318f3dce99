import {
  formatOperator,
  formatSegmentStops,
  getAirportChangeNotes,
  getCarrierName,
  getCityName,
  getLayoverTimeNotes,
  isDifferentAirport,
  type ItineraryNote,
  type Offer,
  type Segment,
  type Slice,
} from '@fareline/contracts';

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

/** Notes for the card, which names the marketing carriers above its slices. */
export const getCardNotes = ({ slices }: Offer): ItineraryNote[] => collectNotes(slices, []);
