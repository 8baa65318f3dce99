import type { Aircraft, CabinClass } from '@duffel/api/types';
import { seededChoice, deriveId } from './seeded-random.ts';

/** A cabin of an aircraft. `sections` holds the seat letters of each section; aisles separate the sections. */
export interface CabinLayout {
  cabin: CabinClass;
  sections: readonly string[];
  rows: number;
  firstRow: number;
}

interface AircraftType {
  code: string;
  name: string;
  cabins: readonly CabinLayout[];
}

const createCabin = (name: CabinClass, letters: string, rows: number, firstRow: number): CabinLayout => ({
  cabin: name,
  sections: letters.split(' '),
  rows,
  firstRow,
});

const aircraftTypes: readonly AircraftType[] = [
  { code: 'AT7', name: 'ATR 72', cabins: [createCabin('economy', 'AC DF', 18, 1)] },
  {
    code: 'E75',
    name: 'Embraer 175',
    cabins: [createCabin('first', 'A CD', 4, 1), createCabin('economy', 'AB CD', 16, 8)],
  },
  {
    code: 'E90',
    name: 'Embraer 190',
    cabins: [createCabin('business', 'AC DF', 3, 1), createCabin('economy', 'AC DF', 22, 5)],
  },
  {
    code: '320',
    name: 'Airbus A320',
    cabins: [createCabin('business', 'AC DF', 4, 1), createCabin('economy', 'ABC DEF', 24, 6)],
  },
  {
    code: '321',
    name: 'Airbus A321',
    cabins: [createCabin('business', 'AC DF', 5, 1), createCabin('economy', 'ABC DEF', 30, 7)],
  },
  {
    code: '738',
    name: 'Boeing 737-800',
    cabins: [createCabin('business', 'AC DF', 4, 1), createCabin('economy', 'ABC DEF', 25, 7)],
  },
  { code: '7M8', name: 'Boeing 737 MAX 8', cabins: [createCabin('economy', 'ABC DEF', 30, 1)] },
  { code: '32N', name: 'Airbus A320neo', cabins: [createCabin('economy', 'ABC DEF', 31, 1)] },
  {
    code: '789',
    name: 'Boeing 787-9',
    cabins: [
      createCabin('business', 'A DG K', 8, 1),
      createCabin('premium_economy', 'AC DEF HK', 4, 20),
      createCabin('economy', 'ABC DEF HJK', 24, 30),
    ],
  },
  {
    code: '333',
    name: 'Airbus A330-300',
    cabins: [
      createCabin('business', 'A DG K', 8, 1),
      createCabin('premium_economy', 'AC DEG HK', 3, 15),
      createCabin('economy', 'AC DEFG HK', 30, 20),
    ],
  },
  {
    code: '359',
    name: 'Airbus A350-900',
    cabins: [
      createCabin('business', 'A DG K', 10, 1),
      createCabin('premium_economy', 'AC DEFG HK', 3, 17),
      createCabin('economy', 'ABC DEG HJK', 26, 31),
    ],
  },
  {
    code: '77W',
    name: 'Boeing 777-300ER',
    cabins: [
      createCabin('first', 'A EF K', 2, 1),
      createCabin('business', 'A DG K', 12, 5),
      createCabin('premium_economy', 'AC DEFG HK', 4, 21),
      createCabin('economy', 'ABC DEFG HJK', 28, 31),
    ],
  },
];

const typesByCode = new Map(aircraftTypes.map((type) => [type.code, type]));
const aircraftByCode: ReadonlyMap<string, Aircraft> = new Map(
  aircraftTypes.map((type) => [
    type.code,
    { id: deriveId('arc', type.code), iata_code: type.code, name: type.name },
  ]),
);

export function getAircraftType(code: string): AircraftType {
  const match = typesByCode.get(code);
  if (!match) throw new Error(`Unknown aircraft code ${code}`);
  return match;
}

export function getAircraft(code: string): Aircraft {
  const match = aircraftByCode.get(code);
  if (!match) throw new Error(`Unknown aircraft code ${code}`);
  return match;
}

/** The aircraft type of a flight, always the same for the same seed. */
export function chooseAircraft(
  seed: string,
  km: number,
  isLowCost: boolean,
  hasMediumAirport: boolean,
): string {
  if (isLowCost) return seededChoice(seed, ['32N', '7M8', '320']);
  if (km < 450 && hasMediumAirport) return 'AT7';
  if (km < 1500 && hasMediumAirport) return seededChoice(seed, ['E90', 'E75']);
  if (km < 5000) return seededChoice(seed, ['320', '321', '738', km > 3500 ? '789' : '320']);
  return seededChoice(seed, ['789', '333', '359', '77W', '77W']);
}
