import type { AirportRow } from '../geo/airports.ts';
import { getDistanceKm } from '../geo/distance.ts';
import { formatLocal } from '../geo/time-zone.ts';
import { findAirportChanges } from './airport-changes.ts';
import { carriers, findCodesharePartners, findCarrier, type Carrier } from './carriers.ts';
import { findSegmentCarrier, hasNonStop, listHubs } from './network.ts';
import { seededFraction, hash } from './seeded-random.ts';
import type { Flight } from './flight.ts';
import { listFlights, getMinimumConnection } from './schedule.ts';

/** The flights of one slice: one to three flights, sold by one ticketing carrier. */
export interface SliceOption {
  owner: Carrier;
  flights: Flight[];
  /** Marketing carrier and flight number of each flight; they differ from the operating ones for codeshares. */
  marketingFlights: { carrier: string; number: number }[];
}

const MAX_LAYOVER = 7 * 60;
const MAX_OVERNIGHT_LAYOVER = 15 * 60;
const HUBS_PER_CARRIER = 3;

export const getDuration = (sliceOption: SliceOption): number => {
  const first = sliceOption.flights[0];
  const last = sliceOption.flights.at(-1);
  return first && last ? last.arrives - first.departs : 0;
};

/** Codeshare partners' flights get the owner's code and number; flights of other alliance members keep their own. */
function createSliceOption(owner: Carrier, flights: Flight[]): SliceOption {
  const codesharePartners = findCodesharePartners(owner.code);
  return {
    owner,
    flights,
    marketingFlights: flights.map(({ carrier: { code }, number }) =>
      codesharePartners.includes(code)
        ? { carrier: owner.code, number: 4000 + (hash(`${owner.code}|${code}|${number}`) % 5000) }
        : { carrier: code, number },
    ),
  };
}

function findNonStops(from: AirportRow, to: AirportRow, date: string): SliceOption[] {
  const found: SliceOption[] = [];
  for (const carrier of carriers) {
    if (!hasNonStop(carrier, from, to)) continue;
    for (const flight of listFlights(carrier, from, to, date)) {
      found.push(createSliceOption(carrier, [flight]));
      for (const code of findCodesharePartners(carrier.code)) {
        const partner = findCarrier(code);
        if (from.country === to.country) continue;
        if (
          partner &&
          seededFraction(`share|${code}|${carrier.code}|${from.iata}|${to.iata}|${flight.number}`) < 0.4
        )
          found.push(createSliceOption(partner, [flight]));
      }
    }
  }
  return found;
}

const getNextDay = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

/** The first `count` flights that connect with `first` on its day of arrival, else the first one of the next day. */
function findOnwardFlights(carrier: Carrier, first: Flight, to: AirportRow, count: number): Flight[] {
  const day = formatLocal(first.arrivesLocal).slice(0, 10);
  const findCatchableFlights = (date: string, maxWait: number): Flight[] =>
    listFlights(carrier, first.to, to, date).filter((flight) => {
      const wait = flight.departs - first.arrives;
      return wait >= getMinimumConnection(first, flight) && wait <= maxWait;
    });
  const sameDay = findCatchableFlights(day, MAX_LAYOVER);
  if (sameDay.length > 0) return sameDay.slice(0, count);
  return findCatchableFlights(getNextDay(day), MAX_OVERNIGHT_LAYOVER).slice(0, 1);
}

function isDetourAllowed(directKm: number, viaKm: number): boolean {
  return viaKm <= directKm * 1.3 + 700;
}

function findViaHubs(carrier: Carrier, from: AirportRow, to: AirportRow): AirportRow[] {
  const directKm = getDistanceKm(from, to);
  return listHubs(carrier)
    .filter((hub) => hub.iata !== from.iata && hub.iata !== to.iata)
    .map((hub) => ({ hub, viaKm: getDistanceKm(from, hub) + getDistanceKm(hub, to) }))
    .filter(({ viaKm }) => isDetourAllowed(directKm, viaKm))
    .sort((a, b) => a.viaKm - b.viaKm || a.hub.iata.localeCompare(b.hub.iata))
    .slice(0, HUBS_PER_CARRIER)
    .map(({ hub }) => hub);
}

/** Carriers that sell no connecting flights. */
const POINT_TO_POINT = new Set(['FR', 'U2', 'W6', 'PC']);

function findOneStops(from: AirportRow, to: AirportRow, date: string): SliceOption[] {
  const found: SliceOption[] = [];
  for (const carrier of carriers) {
    if (POINT_TO_POINT.has(carrier.code)) continue;
    for (const hub of findViaHubs(carrier, from, to)) {
      const outbound = findSegmentCarrier(carrier, from, hub);
      if (!outbound) continue;
      for (const flights of findAirportChanges(carrier, outbound, { from, hub, to, date }))
        found.push(createSliceOption(carrier, flights));
      const inbound = findSegmentCarrier(carrier, hub, to);
      if (!inbound || (outbound !== carrier && inbound !== carrier)) continue;
      for (const first of listFlights(outbound, from, hub, date))
        for (const second of findOnwardFlights(inbound, first, to, 2))
          found.push(createSliceOption(carrier, [first, second]));
    }
  }
  return found;
}

function findTwoStops(from: AirportRow, to: AirportRow, date: string): SliceOption[] {
  const found: SliceOption[] = [];
  const directKm = getDistanceKm(from, to);
  for (const carrier of carriers) {
    if (POINT_TO_POINT.has(carrier.code)) continue;
    const hubs = listHubs(carrier);
    for (const first of hubs) {
      if (first.iata === from.iata || first.iata === to.iata) continue;
      const firstCarrier = findSegmentCarrier(carrier, from, first);
      if (!firstCarrier) continue;
      const partners = carriers.filter(
        (other) => other === carrier || (other.alliance && other.alliance === carrier.alliance),
      );
      for (const second of partners.flatMap(listHubs)) {
        if ([from.iata, to.iata, first.iata].includes(second.iata)) continue;
        const viaKm = getDistanceKm(from, first) + getDistanceKm(first, second) + getDistanceKm(second, to);
        if (viaKm > directKm * 1.35 + 1500) continue;
        const secondCarrier = findSegmentCarrier(carrier, first, second);
        const thirdCarrier = secondCarrier && findSegmentCarrier(carrier, second, to);
        if (!secondCarrier || !thirdCarrier) continue;
        const firstFlight = listFlights(firstCarrier, from, first, date)[0];
        const secondFlight = firstFlight && findOnwardFlights(secondCarrier, firstFlight, second, 1)[0];
        const thirdFlight = secondFlight && findOnwardFlights(thirdCarrier, secondFlight, to, 1)[0];
        if (firstFlight && secondFlight && thirdFlight)
          found.push(createSliceOption(carrier, [firstFlight, secondFlight, thirdFlight]));
      }
      if (found.length > 400) return found;
    }
  }
  return found;
}

/** From this number of non-stop and one-stop options, two-stop options are not searched. */
const MIN_OPTIONS_WITHOUT_TWO_STOPS = 30;

/**
 * Finds the flights from one airport to another on a local date ('2026-05-01') with at most `maxConnections` connections.
 * The result is always the same for the same arguments.
 */
export function findSliceOptions(
  from: AirportRow,
  to: AirportRow,
  date: string,
  maxConnections: number,
): SliceOption[] {
  const found = findNonStops(from, to, date);
  if (maxConnections >= 1) found.push(...findOneStops(from, to, date));
  if (maxConnections >= 2 && found.length < MIN_OPTIONS_WITHOUT_TWO_STOPS)
    found.push(...findTwoStops(from, to, date));
  return found;
}
