/** A row of the data, as far as it is used. */
export interface SourceAirport {
  ident: string;
  type: string;
  name: string;
  latitude_deg: number;
  longitude_deg: number;
  continent: string;
  iso_country: string;
  iso_region: string;
  municipality: string;
  scheduled_service: string;
  gps_code: string;
  iata_code: string;
}

/** IATA codes of airports without scheduled flights today, although the data have some. */
const closedAirports = new Set(
  'ISL REP ADA PNH RAJ BLK VLY GWY WAT LEY CNL NTB KID VRK VNT AGF ANE CEQ EBU LEH URO CER AHN BDR CLM HII MHR PNE RDG JAL CVJ HCN'.split(
    ' ',
  ),
);

/** Identifiers of airports with scheduled flights today, although the data have none. */
const servedAirports = new Set(
  'KBIH KCRQ KCWA KDIK KEAT KHGR KHYS KLAL KLAW KLWB KPGV KSCK KSWO KVRB KWYS PAHO PAVD CYGV CYPN CYVB CYXK LIRI MUSC PGWT RJBT RORS VIBR VIJR WICA'.split(
    ' ',
  ),
);

/** What has changed since the data were collected, by identifier. */
const changedAirports: Record<string, Partial<SourceAirport>> = {
  'IN-0277': { name: 'Manohar International Airport', gps_code: 'VOGA', type: 'large_airport' },
  'IN-0308': { iata_code: 'HGI', scheduled_service: 'yes' },
  KCYS: { iata_code: 'CYS' },
  KOAK: { name: 'Oakland San Francisco Bay Airport' },
  LROV: { iata_code: 'GHV', name: 'Brașov-Ghimbav International Airport' },
  LUKK: { iata_code: 'RMO' },
  UAFM: { iata_code: 'BSZ', gps_code: 'UCFM' },
  UBBG: { iata_code: 'GNJ' },
};

/** Airports with scheduled flights that the data do not have: opened later, or small. */
const addedAirports: readonly [
  iata: string,
  icao: string,
  name: string,
  city: string,
  continent: string,
  region: string,
  latitude: number,
  longitude: number,
][] = [
  ['AIT', 'NCAI', 'Aitutaki Airport', 'Aitutaki', 'OC', 'CK-U-A', -18.829, -159.767],
  ['ATW', 'KATW', 'Appleton International Airport', 'Appleton', 'NA', 'US-WI', 44.26, -88.51],
  ['AYJ', 'VEAY', 'Maharishi Valmiki International Airport', 'Ayodhya', 'AS', 'IN-UP', 26.748, 82.151],
  ['COV', 'LTDB', 'Çukurova International Airport', 'Adana', 'AS', 'TR-33', 36.897, 35.068],
  ['DBR', 'VEDH', 'Darbhanga Airport', 'Darbhanga', 'AS', 'IN-BR', 26.195, 85.918],
  ['DRO', 'KDRO', 'Durango-La Plata County Airport', 'Durango', 'NA', 'US-CO', 37.16, -107.751],
  ['GMZ', 'GCGM', 'La Gomera Airport', 'La Gomera', 'EU', 'ES-CN', 28.017, -17.2],
  ['GPS', 'SEGS', 'Seymour Galapagos Ecological Airport', 'Baltra', 'SA', 'EC-W', -0.435, -90.283],
  ['GUC', 'KGUC', 'Gunnison-Crested Butte Regional Airport', 'Gunnison', 'NA', 'US-CO', 38.534, -106.939],
  ['HDN', 'KHDN', 'Yampa Valley Airport', 'Steamboat Springs', 'NA', 'US-CO', 40.485, -107.221],
  ['HHH', 'KHXD', 'Hilton Head Airport', 'Hilton Head Island', 'NA', 'US-SC', 32.223, -80.697],
  ['HSR', 'VAHS', 'Rajkot International Airport', 'Rajkot', 'AS', 'IN-GJ', 22.388, 71.028],
  ['JAV', 'BGJN', 'Ilulissat Airport', 'Ilulissat', 'NA', 'GL-AV', 69.242, -51.06],
  ['JNX', 'LGNX', 'Naxos Airport', 'Naxos', 'EU', 'GR-L', 37.1, 25.383],
  ['KTI', 'VDTI', 'Techo International Airport', 'Phnom Penh', 'AS', 'KH-8', 11.363, 104.918],
  ['LBJ', 'WATO', 'Komodo Airport', 'Labuan Bajo', 'AS', 'ID-NT', -8.486, 119.889],
  ['LUA', 'VNLK', 'Tenzing-Hillary Airport', 'Lukla', 'AS', 'NP-SA', 27.688, 86.732],
  ['LXS', 'LGLM', 'Lemnos Airport', 'Lemnos', 'EU', 'GR-K', 39.924, 25.233],
  ['LYI', 'ZSLY', 'Linyi Qiyang Airport', 'Linyi', 'AS', 'CN-37', 35.047, 118.407],
  ['MLO', 'LGML', 'Milos Airport', 'Milos', 'EU', 'GR-L', 36.696, 24.475],
  ['MVY', 'KMVY', "Martha's Vineyard Airport", "Martha's Vineyard", 'NA', 'US-MA', 41.389, -70.612],
  ['NBJ', 'FNBJ', 'Agostinho Neto International Airport', 'Luanda', 'AF', 'AO-BGO', -9.047, 13.507],
  ['NMI', 'VANM', 'Navi Mumbai International Airport', 'Mumbai', 'AS', 'IN-MH', 18.994, 73.065],
  ['PAS', 'LGPA', 'Paros Airport', 'Paros', 'EU', 'GR-L', 37.021, 25.113],
  ['PGK', 'WIPK', 'Depati Amir Airport', 'Pangkal Pinang', 'AS', 'ID-BB', -2.164, 106.137],
  ['RPR', 'VERP', 'Swami Vivekananda Airport', 'Raipur', 'AS', 'IN-CT', 21.185, 81.74],
  ['RSI', 'OERS', 'Red Sea International Airport', 'Hanak', 'AS', 'SA-07', 25.63, 37.078],
  ['SAI', 'VDSA', 'Siem Reap-Angkor International Airport', 'Siem Reap', 'AS', 'KH-17', 13.376, 104.221],
  ['SCY', 'SEST', 'San Cristóbal Airport', 'San Cristóbal', 'SA', 'EC-W', -0.91, -89.617],
  ['TEX', 'KTEX', 'Telluride Regional Airport', 'Telluride', 'NA', 'US-CO', 37.954, -107.901],
  ['TQO', 'MMTL', 'Felipe Carrillo Puerto International Airport', 'Tulum', 'NA', 'MX-ROO', 20.167, -87.667],
  ['VQS', 'TJVQ', 'Antonio Rivera Rodríguez Airport', 'Vieques', 'NA', 'PR-U-A', 18.134, -65.488],
];

const added = addedAirports.map(
  ([iata, icao, name, city, continent, region, latitude, longitude]): SourceAirport => ({
    ident: icao,
    type: 'medium_airport',
    name,
    latitude_deg: latitude,
    longitude_deg: longitude,
    continent,
    iso_country: region.slice(0, 2),
    iso_region: region,
    municipality: city,
    scheduled_service: 'yes',
    gps_code: icao,
    iata_code: iata,
  }),
);

/** The airports that have an IATA code and scheduled flights today; throws if a correction is of no airport or no longer needed. */
export function correctAirports(source: readonly SourceAirport[]): SourceAirport[] {
  const codes = new Set(source.map((row) => row.iata_code));
  const idents = new Set(source.map((row) => row.ident));
  const unknown = [
    ...[...closedAirports].filter((code) => !codes.has(code)),
    ...[...servedAirports, ...Object.keys(changedAirports)].filter((ident) => !idents.has(ident)),
    ...added.map((row) => row.iata_code).filter((code) => codes.has(code)),
  ];
  if (unknown.length > 0) throw new Error(`These corrections do not fit the data: ${unknown.join(', ')}`);
  return [...source.map((row) => ({ ...row, ...changedAirports[row.ident] })), ...added].filter(
    (row) =>
      (row.scheduled_service === 'yes' || servedAirports.has(row.ident)) &&
      /^[A-Z]{3}$/.test(row.iata_code) &&
      !closedAirports.has(row.iata_code),
  );
}
