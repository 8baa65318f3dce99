import type { AirportRow } from '../geo/airports.ts';
import { distanceKm } from '../geo/distance.ts';
import { formatLocal } from '../geo/time-zone.ts';
import { changesOfAirport } from './airport-changes.ts';
import { carriers, codesharePartners, findCarrier, type Carrier } from './carriers.ts';
import { carrierOfLeg, flies, hubRows } from './network.ts';
import { chance, hash } from './random.ts';
import { flightsOf, minimumConnection, type Flight } from './schedule.ts';

/** One way to fly a slice: one ticketing carrier, one to three flights. */
export interface Itinerary {
  owner: Carrier;
  flights: Flight[];
  /** Marketing carrier and number of each flight: not the flight's own where the owner sells it as its own. */
  numbers: { carrier: string; number: number }[];
}

const MAX_LAYOVER = 7 * 60;
const MAX_OVERNIGHT_LAYOVER = 15 * 60;
const HUBS_PER_CARRIER = 3;

export const durationOf = (itinerary: Itinerary): number => {
  const first = itinerary.flights[0];
  const last = itinerary.flights.at(-1);
  return first && last ? last.arrives - first.departs : 0;
};

/** The close partners' flights are sold under the owner's number, those of the rest of its alliance under their own. */
function sell(owner: Carrier, flights: Flight[]): Itinerary {
  const shared = codesharePartners(owner.code);
  return {
    owner,
    flights,
    numbers: flights.map(({ carrier: { code }, number }) =>
      shared.includes(code)
        ? { carrier: owner.code, number: 4000 + (hash(`${owner.code}|${code}|${number}`) % 5000) }
        : { carrier: code, number },
    ),
  };
}

function nonStops(from: AirportRow, to: AirportRow, date: string): Itinerary[] {
  const found: Itinerary[] = [];
  for (const carrier of carriers) {
    if (!flies(carrier, from, to)) continue;
    for (const flight of flightsOf(carrier, from, to, date)) {
      found.push(sell(carrier, [flight]));
      for (const code of codesharePartners(carrier.code)) {
        const partner = findCarrier(code);
        if (from.country === to.country) continue;
        if (partner && chance(`share|${code}|${carrier.code}|${from.iata}|${to.iata}|${flight.number}`) < 0.4)
          found.push(sell(partner, [flight]));
      }
    }
  }
  return found;
}

const nextDay = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

/** The first `count` flights that catch `first`: on the day it lands, else the next morning. */
function onwards(carrier: Carrier, first: Flight, to: AirportRow, count: number): Flight[] {
  const day = formatLocal(first.arrivesLocal).slice(0, 10);
  const caught = (date: string, longest: number): Flight[] =>
    flightsOf(carrier, first.to, to, date).filter((flight) => {
      const wait = flight.departs - first.arrives;
      return wait >= minimumConnection(first, flight) && wait <= longest;
    });
  const sameDay = caught(day, MAX_LAYOVER);
  if (sameDay.length > 0) return sameDay.slice(0, count);
  return caught(nextDay(day), MAX_OVERNIGHT_LAYOVER).slice(0, 1);
}

function detourAllowed(direct: number, via: number): boolean {
  return via <= direct * 1.3 + 700;
}

function viaHubs(carrier: Carrier, from: AirportRow, to: AirportRow): AirportRow[] {
  const direct = distanceKm(from, to);
  return hubRows(carrier)
    .filter((hub) => hub.iata !== from.iata && hub.iata !== to.iata)
    .map((hub) => ({ hub, via: distanceKm(from, hub) + distanceKm(hub, to) }))
    .filter(({ via }) => detourAllowed(direct, via))
    .sort((a, b) => a.via - b.via || a.hub.iata.localeCompare(b.hub.iata))
    .slice(0, HUBS_PER_CARRIER)
    .map(({ hub }) => hub);
}

/** Carriers that sell no connections: each flight is its own journey. */
const POINT_TO_POINT = new Set(['FR', 'U2', 'W6', 'PC']);

function oneStops(from: AirportRow, to: AirportRow, date: string): Itinerary[] {
  const found: Itinerary[] = [];
  for (const carrier of carriers) {
    if (POINT_TO_POINT.has(carrier.code)) continue;
    for (const hub of viaHubs(carrier, from, to)) {
      const outbound = carrierOfLeg(carrier, from, hub);
      if (!outbound) continue;
      for (const flights of changesOfAirport(carrier, outbound, { from, hub, to, date }))
        found.push(sell(carrier, flights));
      const inbound = carrierOfLeg(carrier, hub, to);
      if (!inbound || (outbound !== carrier && inbound !== carrier)) continue;
      for (const first of flightsOf(outbound, from, hub, date))
        for (const second of onwards(inbound, first, to, 2)) found.push(sell(carrier, [first, second]));
    }
  }
  return found;
}

function twoStops(from: AirportRow, to: AirportRow, date: string): Itinerary[] {
  const found: Itinerary[] = [];
  const direct = distanceKm(from, to);
  for (const carrier of carriers) {
    if (POINT_TO_POINT.has(carrier.code)) continue;
    const hubs = hubRows(carrier);
    for (const first of hubs) {
      if (first.iata === from.iata || first.iata === to.iata) continue;
      const opening = carrierOfLeg(carrier, from, first);
      if (!opening) continue;
      const partners = carriers.filter(
        (other) => other === carrier || (other.alliance && other.alliance === carrier.alliance),
      );
      for (const second of partners.flatMap(hubRows)) {
        if ([from.iata, to.iata, first.iata].includes(second.iata)) continue;
        const via = distanceKm(from, first) + distanceKm(first, second) + distanceKm(second, to);
        if (via > direct * 1.35 + 1500) continue;
        const middle = carrierOfLeg(carrier, first, second);
        const closing = middle && carrierOfLeg(carrier, second, to);
        if (!middle || !closing) continue;
        const a = flightsOf(opening, from, first, date)[0];
        const b = a && onwards(middle, a, second, 1)[0];
        const c = b && onwards(closing, b, to, 1)[0];
        if (a && b && c) found.push(sell(carrier, [a, b, c]));
      }
      if (found.length > 400) return found;
    }
  }
  return found;
}

/** Few enough non-stop and one-stop ways that a passenger would also look at two stops. */
const THIN = 30;

/**
 * The ways to fly from one airport to another on a local day, with at most `maxConnections` changes. The same question
 * has the same answer always; one carrier's flight of a day leaves at the same time whoever asks.
 */
export function itineraries(
  from: AirportRow,
  to: AirportRow,
  date: string,
  maxConnections: number,
): Itinerary[] {
  const found = nonStops(from, to, date);
  if (maxConnections >= 1) found.push(...oneStops(from, to, date));
  if (maxConnections >= 2 && found.length < THIN) found.push(...twoStops(from, to, date));
  return found;
}
