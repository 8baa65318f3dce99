/** A city code for several airports, as IATA and the airlines use it. */
export interface MetropolitanArea {
  code: string;
  city: string;
  country: string;
  airports: string[];
}

const metropolitanRows: readonly [code: string, city: string, country: string, airports: string][] = [
  ['LON', 'London', 'GB', 'LHR LGW STN LTN LCY SEN'],
  ['NYC', 'New York', 'US', 'JFK EWR LGA'],
  ['PAR', 'Paris', 'FR', 'CDG ORY BVA'],
  ['TYO', 'Tokyo', 'JP', 'HND NRT'],
  ['CHI', 'Chicago', 'US', 'ORD MDW'],
  ['WAS', 'Washington', 'US', 'IAD DCA BWI'],
  ['QLA', 'Los Angeles', 'US', 'LAX BUR ONT SNA LGB'],
  ['QSF', 'San Francisco', 'US', 'SFO OAK SJC'],
  ['QDF', 'Dallas', 'US', 'DFW DAL'],
  ['QHO', 'Houston', 'US', 'IAH HOU'],
  ['QMI', 'Miami', 'US', 'MIA FLL PBI'],
  ['DTT', 'Detroit', 'US', 'DTW'],
  ['YTO', 'Toronto', 'CA', 'YYZ YTZ YHM'],
  ['YMQ', 'Montreal', 'CA', 'YUL YHU'],
  ['YEA', 'Edmonton', 'CA', 'YEG'],
  ['ROM', 'Rome', 'IT', 'FCO CIA'],
  ['MIL', 'Milan', 'IT', 'MXP LIN BGY'],
  ['STO', 'Stockholm', 'SE', 'ARN BMA NYO VST'],
  ['MOW', 'Moscow', 'RU', 'SVO DME VKO ZIA'],
  ['BER', 'Berlin', 'DE', 'BER'],
  ['IST', 'Istanbul', 'TR', 'IST SAW'],
  ['BUH', 'Bucharest', 'RO', 'OTP BBU'],
  ['REK', 'Reykjavik', 'IS', 'KEF RKV'],
  ['TCI', 'Tenerife', 'ES', 'TFS TFN'],
  ['BRU', 'Brussels', 'BE', 'BRU CRL'],
  ['OSL', 'Oslo', 'NO', 'OSL TRF'],
  ['GLA', 'Glasgow', 'GB', 'GLA PIK'],
  ['BFS', 'Belfast', 'GB', 'BFS BHD'],
  ['OSA', 'Osaka', 'JP', 'KIX ITM UKB'],
  ['NGO', 'Nagoya', 'JP', 'NGO NKM'],
  ['SPK', 'Sapporo', 'JP', 'CTS OKD'],
  ['SEL', 'Seoul', 'KR', 'ICN GMP'],
  ['BJS', 'Beijing', 'CN', 'PEK PKX'],
  ['SHA', 'Shanghai', 'CN', 'PVG SHA'],
  ['BKK', 'Bangkok', 'TH', 'BKK DMK'],
  ['KUL', 'Kuala Lumpur', 'MY', 'KUL SZB'],
  ['JKT', 'Jakarta', 'ID', 'CGK HLP'],
  ['THR', 'Tehran', 'IR', 'IKA THR'],
  ['DXB', 'Dubai', 'AE', 'DXB DWC'],
  ['JNB', 'Johannesburg', 'ZA', 'JNB HLA'],
  ['MEL', 'Melbourne', 'AU', 'MEL AVV'],
  ['SAO', 'São Paulo', 'BR', 'GRU CGH VCP'],
  ['RIO', 'Rio de Janeiro', 'BR', 'GIG SDU'],
  ['BHZ', 'Belo Horizonte', 'BR', 'CNF PLU'],
  ['BUE', 'Buenos Aires', 'AR', 'EZE AEP'],
  ['MEX', 'Mexico City', 'MX', 'MEX NLU'],
];

/** All areas with their known airports; areas without a known airport are left out. */
export function listMetropolitanAreas(known: ReadonlySet<string>): MetropolitanArea[] {
  return metropolitanRows
    .map(([code, city, country, airports]) => ({
      code,
      city,
      country,
      airports: airports.split(' ').filter((iata) => known.has(iata)),
    }))
    .filter((area) => area.airports.length > 0);
}
