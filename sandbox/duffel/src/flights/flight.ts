import type { AirportRow } from '../geo/airports.ts';
import type { Carrier } from './carriers.ts';

/** A flight on one date. Instants and local times are whole minutes, see geo/time-zone.ts. */
export interface Flight {
  operator: string;
  carrier: Carrier;
  number: number;
  from: AirportRow;
  to: AirportRow;
  km: number;
  departs: number;
  arrives: number;
  departsLocal: number;
  arrivesLocal: number;
  aircraft: string;
  /** A technical stop without a change of aircraft. */
  stop?: { airport: AirportRow; arrives: number; departs: number };
}
