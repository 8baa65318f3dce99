import type { Aircraft, CabinClass } from '@duffel/api/types';
import { choose, derivedId } from './random.ts';

/** A cabin of an aircraft: seat letters per section, sections parted by aisles. */
export interface CabinLayout {
  cabin: CabinClass;
  sections: readonly string[];
  rows: number;
  firstRow: number;
}

export interface AircraftType {
  code: string;
  name: string;
  cabins: readonly CabinLayout[];
}

const cabin = (name: CabinClass, sections: string, rows: number, firstRow: number): CabinLayout => ({
  cabin: name,
  sections: sections.split(' '),
  rows,
  firstRow,
});

const types: readonly AircraftType[] = [
  { code: 'AT7', name: 'ATR 72', cabins: [cabin('economy', 'AC DF', 18, 1)] },
  {
    code: 'E75',
    name: 'Embraer 175',
    cabins: [cabin('first', 'A CD', 4, 1), cabin('economy', 'AB CD', 16, 8)],
  },
  {
    code: 'E90',
    name: 'Embraer 190',
    cabins: [cabin('business', 'AC DF', 3, 1), cabin('economy', 'AC DF', 22, 5)],
  },
  {
    code: '320',
    name: 'Airbus A320',
    cabins: [cabin('business', 'AC DF', 4, 1), cabin('economy', 'ABC DEF', 24, 6)],
  },
  {
    code: '321',
    name: 'Airbus A321',
    cabins: [cabin('business', 'AC DF', 5, 1), cabin('economy', 'ABC DEF', 30, 7)],
  },
  {
    code: '738',
    name: 'Boeing 737-800',
    cabins: [cabin('business', 'AC DF', 4, 1), cabin('economy', 'ABC DEF', 25, 7)],
  },
  { code: '7M8', name: 'Boeing 737 MAX 8', cabins: [cabin('economy', 'ABC DEF', 30, 1)] },
  { code: '32N', name: 'Airbus A320neo', cabins: [cabin('economy', 'ABC DEF', 31, 1)] },
  {
    code: '789',
    name: 'Boeing 787-9',
    cabins: [
      cabin('business', 'A DG K', 8, 1),
      cabin('premium_economy', 'AC DEF HK', 4, 20),
      cabin('economy', 'ABC DEF HJK', 24, 30),
    ],
  },
  {
    code: '333',
    name: 'Airbus A330-300',
    cabins: [
      cabin('business', 'A DG K', 8, 1),
      cabin('premium_economy', 'AC DEG HK', 3, 15),
      cabin('economy', 'AC DEFG HK', 30, 20),
    ],
  },
  {
    code: '359',
    name: 'Airbus A350-900',
    cabins: [
      cabin('business', 'A DG K', 10, 1),
      cabin('premium_economy', 'AC DEFG HK', 3, 17),
      cabin('economy', 'ABC DEG HJK', 26, 31),
    ],
  },
  {
    code: '77W',
    name: 'Boeing 777-300ER',
    cabins: [
      cabin('first', 'A EF K', 2, 1),
      cabin('business', 'A DG K', 12, 5),
      cabin('premium_economy', 'AC DEFG HK', 4, 21),
      cabin('economy', 'ABC DEFG HJK', 28, 31),
    ],
  },
];

const byCode = new Map(types.map((type) => [type.code, type]));
const wire: ReadonlyMap<string, Aircraft> = new Map(
  types.map((type) => [
    type.code,
    { id: derivedId('arc', type.code), iata_code: type.code, name: type.name },
  ]),
);

export const aircraftTypes = (): Aircraft[] => [...wire.values()];

export function aircraftType(code: string): AircraftType {
  const found = byCode.get(code);
  if (!found) throw new Error(`No aircraft ${code}`);
  return found;
}

export function aircraft(code: string): Aircraft {
  const found = wire.get(code);
  if (!found) throw new Error(`No aircraft ${code}`);
  return found;
}

/** The type a flight is flown with: always the same for the same flight. */
export function chooseAircraft(flight: string, km: number, lowCost: boolean, smallEnd: boolean): string {
  if (lowCost) return choose(flight, ['32N', '7M8', '320']);
  if (km < 450 && smallEnd) return 'AT7';
  if (km < 1500 && smallEnd) return choose(flight, ['E90', 'E75']);
  if (km < 5000) return choose(flight, ['320', '321', '738', km > 3500 ? '789' : '320']);
  return choose(flight, ['789', '333', '359', '77W', '77W']);
}
