import { describe, expect, it } from 'vitest';
import type { Airport } from './airport.ts';
import { loadAirports } from './load-airports.ts';
import { findNearestCity, indexAirports, rankAirports, suggestAirports } from './rank-airports.ts';

const airport = (iata_code: string, name: string, city_name: string, country_code: string): Airport => ({
  id: iata_code,
  iata_code,
  name,
  city_name,
  country_code,
});
const airports = [
  airport('GRU', 'Guarulhos Airport', 'São Paulo', 'BR'),
  airport('LDY', 'City of Derry Airport', 'Londonderry', 'GB'),
  airport('STN', 'London Stansted Airport', 'London', 'GB'),
  airport('LGW', 'London Gatwick Airport', 'London', 'GB'),
  airport('ELS', 'King Phalo Airport', 'East London', 'ZA'),
  airport('LON', 'Somewhere', 'Zadar', 'HR'),
  airport('LCJ', 'Łódź Airport', 'Łódź', 'PL'),
  airport('DIY', 'Diyarbakır Airport', 'Diyarbakır', 'TR'),
  airport('TOS', 'Tromsø Airport', 'Tromsø', 'NO'),
];
const toCodes = (found: readonly Airport[]) => found.map(({ iata_code }) => iata_code);
const findCodes = (query: string) => toCodes(rankAirports(indexAirports(airports), query));

describe('airport suggestions', () => {
  it.each(['london zz', 'zz london', 'london zz yy'])(
    '[PICK-02] leaves out the words of "%s" that match nothing',
    (typed) => expect(findCodes(typed)).toEqual(findCodes('london')),
  );

  it('[PICK-02] leaves out a last word that matches only airports without the other words', () => {
    expect(findCodes('london guarulhos')).toEqual(findCodes('london'));
    expect(findCodes('london zadar gatwick')).toEqual(['LGW']);
  });

  it.each(['   ', '-', 'zz', 'zz yy'])(
    '[PICK-02] finds nothing for "%s", of which no word matches',
    (typed) => expect(findCodes(typed)).toEqual([]),
  );

  it.each([
    ['ＬＯＮＤＯＮ', ['STN', 'LGW', 'LDY', 'ELS']],
    ['London (LGW)', ['LGW']],
    ['LGW – London', ['LGW']],
    ['sao-paulo', ['GRU']],
    ['Sao.Paulo', ['GRU']],
    ['G.R.U.', ['GRU']],
  ])('[AIRPORT-09] ignores width and punctuation of "%s"', (typed, expected) =>
    expect(findCodes(typed)).toEqual(expected),
  );

  it.each([
    ['St. Louis', ['Saint Louis', 'st louis', 'saint lo', 'St.Louis']],
    ['Saint Louis', ['St. Louis', 'st lo', 'Saint Louis']],
    ['Sint Maarten', ['St Maarten', 'saint maarten', 'sint maarten']],
    ['Fort Wayne', ['Ft. Wayne', 'fort wayne']],
    ['Ft Wayne', ['Fort Wayne']],
    ['Mount Isa', ['Mt. Isa']],
    ['Mt Isa', ['mount isa']],
  ])('[AIRPORT-09] finds %s as %j', (city, spellings) => {
    const list = indexAirports([
      airport('XXX', 'Field', 'Stafford', 'XX'),
      airport('YYY', 'Field', city, 'XX'),
    ]);
    for (const typed of spellings) expect(toCodes(rankAirports(list, typed)), typed).toEqual(['YYY']);
  });

  it.each([
    ...['capetown', 'kapetown', 'cpaetown', 'caetown', 'caape town', 'capetow'].map((typed) => [
      typed,
      'CPT',
    ]),
    ...['barcellona', 'barcelnoa', 'barcelona spainn'].map((typed) => [typed, 'BCN']),
    ['johanesburg', 'JNB'],
    ['reykjavick', 'KEF'],
    ['gemrany', 'FRA'],
  ])(
    '[PICK-01] reads "%s" as a name written together or with a slip of a letter',
    async (typed, expected) => {
      const found = toCodes(rankAirports(indexAirports(await loadAirports()), typed!));
      expect(found.slice(0, 4)).toContain(expected);
    },
  );

  it('[PICK-01] finds nothing for a word of four letters, nor for one with two slips', async () => {
    const list = indexAirports(await loadAirports());
    for (const typed of ['bcrn', 'barzellonna', 'wonderland']) expect(rankAirports(list, typed)).toEqual([]);
  });

  describe('countries and states', () => {
    const oregon = { placeNames: ['United States', 'USA', 'Oregon', 'OR'] };
    const list = indexAirports([
      { ...airport('PWM', 'Jetport', 'Portland', 'US'), placeNames: ['United States', 'USA', 'Maine', 'ME'] },
      { ...airport('PDX', 'Portland Airport', 'Portland', 'US'), ...oregon },
      { ...airport('EUG', 'Eugene Airport', 'Eugene', 'US'), ...oregon },
      { ...airport('ORG', 'Field', 'Oregon', 'ZZ'), placeNames: [] },
    ]);

    it.each([
      ['portland or', ['PDX', 'PWM']],
      ['Portland, Oregon', ['PDX']],
      ['Oregon Portland', ['PDX']],
      ['portland oreg', ['PDX']],
      ['portland me', ['PWM']],
      ['Portland, ME, USA', ['PWM']],
      ['eugene united states', ['EUG']],
      ['portland airport oregon', ['PDX']],
      ['oregon', ['ORG', 'PDX', 'EUG']],
      ['oreg', ['ORG', 'PDX', 'EUG']],
      ['or', ['ORG', 'PDX', 'EUG', 'PWM']],
    ])('[AIRPORT-09] finds for "%s" %j', (typed, expected) =>
      expect(toCodes(rankAirports(list, typed))).toEqual(expected),
    );

    it('[AIRPORT-09] matches two letters only with a whole word of the country or state', () =>
      expect(toCodes(rankAirports(list, 'un'))).toEqual([]));
  });

  it('[AIRPORT-09] matches a word as part of the city or name, but codes and countries only in full', () => {
    expect(findCodes('london gb')).toEqual(['STN', 'LGW', 'LDY']);
    expect(findCodes('stn')).toEqual(['STN']);
    expect(findCodes('st n')).not.toContain('GRU');
    expect(findCodes('gr')).toEqual([]);
    expect(findCodes('phal')).toEqual(['ELS']);
    expect(findCodes('london za')).toEqual(['ELS']);
    expect(findCodes('london z')).toEqual(findCodes('london'));
  });

  it.each(['London,GB', 'london , gb', ' GB  London '])(
    '[AIRPORT-09] separates the words of "%s" at spaces and commas',
    (typed) => expect(findCodes(typed)).toEqual(['STN', 'LGW', 'LDY']),
  );

  it('[AIRPORT-10] ranks exact matches before prefix before substring matches, ties by importance', () => {
    expect(findCodes('london')).toEqual(['STN', 'LGW', 'LDY', 'ELS']);
    expect(findCodes('lon')).toEqual(['LON', 'LDY', 'STN', 'LGW', 'ELS']);
  });

  it('[AIRPORT-10] sorts airports of one city, and cities of one name, by importance', async () => {
    const list = indexAirports(await loadAirports());
    const found = (query: string) => rankAirports(list, query).map(({ iata_code }) => iata_code);
    expect(found('london').slice(0, 4)).toEqual(['LON', 'LHR', 'LGW', 'STN']);
    expect(found('portland')).toEqual(['PDX', 'PWM', 'PTJ']);
    expect(found('san jose').slice(0, 2)).toEqual(['SJO', 'SJC']);
  });

  it('[AIRPORT-10] lists all airports of a city below it, also those in another municipality, after better matches', async () => {
    const list = indexAirports(await loadAirports());
    const found = (query: string) => rankAirports(list, query).map(({ iata_code }) => iata_code);
    expect(found('new york').slice(0, 4)).toEqual(['NYC', 'JFK', 'EWR', 'LGA']);
    expect(found('ashington').slice(0, 4)).toEqual(['WAS', 'IAD', 'DCA', 'BWI']);
    expect(found('haneda')).toEqual(['HND']);
    expect(new Set(found('san')).size).toBe(15);
  });

  it.each([
    ['dxb', ['DXB', 'DWC']],
    ['ist', ['IST', 'SAW']],
    ['thr', ['THR', 'IKA']],
  ])(
    'lists the code %s of both a city and an airport once, with the other airports of the city',
    async (typed, expected) => {
      const found = rankAirports(indexAirports(await loadAirports()), typed);
      expect(found.filter(({ iata_code }) => iata_code === expected[0])).toHaveLength(1);
      expect(found[0]?.iata_code).toBe(expected[0]);
      expect(found.map(({ iata_code }) => iata_code)).toContain(expected[1]);
      expect(found[0]?.name).not.toContain('all airports');
    },
  );

  it('finds only the airport when its code is also the code of a city elsewhere', async () => {
    const list = indexAirports(await loadAirports());
    expect(rankAirports(list, 'qsf').map(({ city_name }) => city_name)).toEqual(['Sétif']);
    expect(rankAirports(list, 'san francisco')[0]?.iata_code).toBe('SFO');
  });

  it.each([
    ['SAO PAULO', 'GRU'],
    ['são paulo', 'GRU'],
    ['lodz', 'LCJ'],
    ['ŁÓDŹ', 'LCJ'],
    ['diyarbakir', 'DIY'],
    ['tromso', 'TOS'],
    ['TROMSØ', 'TOS'],
  ])('[AIRPORT-09] finds "%s" with or without its accents', (typed, code) =>
    expect(findCodes(typed)).toEqual([code]),
  );

  it.each([
    ['MUC', ['München', 'Munchen', 'Muenchen', 'munich', 'Münch']],
    ['CGN', ['Köln', 'Koln', 'KOELN', 'Cologne']],
    ['PRG', ['Praha', 'Prague']],
    ['VIE', ['Wien', 'vienna']],
    ['CPH', ['København', 'Kobenhavn', 'Koebenhavn']],
    ['LIS', ['Lisboa']],
    ['DUS', ['Düsseldorf', 'Dusseldorf', 'Duesseldorf']],
    ['GVA', ['Genève', 'Geneve', 'Genf']],
    ['FLR', ['Firenze', 'Florence']],
    ['GOT', ['Göteborg', 'Goteborg', 'Goeteborg']],
    ['WAW', ['Warszawa', 'Warschau', 'Varsovie']],
    ['ROM', ['Roma']],
    ['MIL', ['Milano']],
    ['OTP', ['București', 'Bucuresti']],
  ])('[AIRPORT-09] finds %s by the local names of its city %j', async (code, names) => {
    const index = indexAirports(await loadAirports());
    for (const name of names) expect(toCodes(rankAirports(index, name)).slice(0, 3), name).toContain(code);
  });

  it('[AIRPORT-10] ranks a local name like the name of the city: exact, prefix, substring, ties by importance', () => {
    const named = (code: string, city: string, ...otherNames: string[]) => ({
      ...airport(code, 'Field', city, 'XX'),
      otherNames,
    });
    const list = indexAirports([
      named('SUB', 'Aachen', 'Bad Wien'),
      named('PRE', 'Baden', 'Wiener Neustadt'),
      named('ONE', 'Vienna', 'Wien'),
      named('TWO', 'Berg', 'Wien'),
      named('NOT', 'Graz'),
    ]);
    expect(toCodes(rankAirports(list, 'wien'))).toEqual(['ONE', 'TWO', 'PRE', 'SUB']);
    expect(toCodes(rankAirports(list, 'wien xx'))).toHaveLength(4);
  });

  it.each([
    ['city', 'berg', ['CTY', 'ZZB']],
    ['name', 'north field', ['NAM', 'PRE']],
    ['code', 'abc', ['ABC', 'XAB']],
  ])('[AIRPORT-10] ranks an exact match of the %s before a prefix', (_of, typed, expected) => {
    const list = indexAirports([
      airport('ZZB', 'Field', 'Aberg', 'XX'),
      airport('CTY', 'Field', 'Berg', 'XX'),
      airport('PRE', 'North Field Two', 'Aa', 'XX'),
      airport('NAM', 'North Field', 'Zz', 'XX'),
      airport('XAB', 'Field', 'Abcville', 'XX'),
      airport('ABC', 'Field', 'Zurich', 'XX'),
    ]);
    expect(toCodes(rankAirports(list, typed))).toEqual(expected);
  });

  it('[AIRPORT-10] ranks an exact match first, also with spaces around the query', () => {
    const more = [...airports, airport('AAA', 'London Road Airport', 'Aberdeen', 'GB')];
    const found = rankAirports(indexAirports(more), ' london ');
    expect(toCodes(found)).toEqual(['STN', 'LGW', 'LDY', 'AAA', 'ELS']);
  });

  it('skips an airport of a city that is missing in the list', () => {
    const city = { ...airport('BER', 'Berg, all airports', 'Berg', 'NO'), members: ['XXX', 'TOS'] };
    expect(toCodes(rankAirports(indexAirports([city, ...airports]), 'ber'))).toEqual(['BER', 'TOS']);
  });

  it('suggests the 15 most important airports before anything is typed', () => {
    const many = Array.from({ length: 40 }, (_, n) => airport(`A${n}`, 'Field', `City ${99 - n}`, 'US'));
    const top = toCodes(suggestAirports(indexAirports(many), []).flatMap((group) => group.airports));
    expect(top.sort()).toEqual(toCodes(many.slice(0, 15)).sort());
  });

  it('suggests recent airports, then near ones, each once and 15 in all', () => {
    const many = Array.from({ length: 40 }, (_, n) => ({
      ...airport(`A${n}`, 'Field', `City ${n}`, 'US'),
      isNearby: n > 30 && n < 34,
    }));
    const groups = suggestAirports(indexAirports(many), ['A32', 'XXX', 'A3']);
    expect(groups.map(({ heading, airports: [...list] }) => [heading, ...toCodes(list)])).toEqual([
      ['Recent', 'A32', 'A3'],
      ['Near you', 'A31', 'A33'],
      ['Popular', 'A0', 'A1', 'A2', 'A4', 'A5', 'A6', 'A7', 'A8', 'A9', 'A10', 'A11'],
    ]);
  });

  it.each([
    ['frankfrut', 'Frankfurt'],
    ['lsibon', 'Lisbon'],
    ['barzelonna', 'Barcelona'],
    ['zurihc', 'Zurich'],
    ['qwertzuiop', undefined],
  ])('knows which city %s means', async (typed, city) => {
    const index = indexAirports(await loadAirports());
    expect(findNearestCity(index, typed)).toBe(city);
  });

  it.each([
    ['lon', 'LON', 'LHR'],
    ['london', 'LON', 'LHR'],
    ['nyc', 'NYC', 'JFK'],
    ['new york', 'NYC', 'JFK'],
    ['par', 'PAR', 'CDG'],
    ['paris', 'PAR', 'CDG'],
  ])('[AIRPORT-10] lists for "%s" the city %s before its airports', async (typed, city, member) => {
    const [first, ...others] = rankAirports(indexAirports(await loadAirports()), typed);
    expect(first).toMatchObject({ iata_code: city, name: `${first?.city_name}, all airports` });
    expect(others.map((other) => other.iata_code)).toContain(member);
  });

  it('[AIRPORT-08] lists every code once', async () => {
    const codes = (await loadAirports()).map((one) => one.iata_code);
    expect(new Set(codes).size).toBe(codes.length);
  });

  it('[PICK-03] lists London and Los Angeles for "lo" before smaller places', async () => {
    const found = rankAirports(indexAirports(await loadAirports()), 'lo').map(({ city_name }) => city_name);
    expect([...new Set(found)].slice(0, 2)).toEqual(['London', 'Los Angeles']);
  });

  it('[PICK-02] leaves out a word in the middle rather than the country after it', async () => {
    const index = indexAirports(await loadAirports());
    expect(toCodes(rankAirports(index, 'Santiago de Chile'))[0]).toBe('SCL');
    expect(toCodes(rankAirports(index, 'Hong Kong, China'))[0]).toBe('HKG');
  });

  it('[AIRPORT-11] returns at most 15 airports', () => {
    const many = indexAirports(
      Array.from({ length: 40 }, (_, n) => airport(`A${n}`, 'Field', `City ${n}`, 'US')),
    );
    expect(rankAirports(many, 'city')).toHaveLength(15);
    const codes = Array.from({ length: 20 }, (_, n) => `B${n}`);
    const members = codes.map((code) => ({ ...airport(code, 'Field', 'Berg', 'NO'), cityCode: 'BER' }));
    const city = { ...airport('BER', 'Berg, all airports', 'Berg', 'NO'), members: codes };
    expect(rankAirports(indexAirports([city, ...members]), 'ber')).toHaveLength(15);
  });

  it('[AIRPORT-08] has hundreds of airports with every field set in the product’s list, and finds London', async () => {
    const airports = await loadAirports();
    expect(airports.length).toBeGreaterThan(300);
    for (const one of airports) expect(Object.values(one).every((value) => value.length > 0)).toBe(true);
    const found = rankAirports(indexAirports(airports), 'lhr');
    expect(found[0]).toMatchObject({ iata_code: 'LHR', city_name: 'London', country_code: 'GB' });
  });
});
