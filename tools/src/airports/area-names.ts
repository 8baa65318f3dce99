/** Names of countries, states and islands as travellers write them, beside those of the data: "ISO 3166 code = name, name; ...". */
const otherNames =
  'AE = UAE, Emirates; BQ = Dutch Caribbean; BA = Bosnia; BL = St Barts; CD = DR Congo, DRC, Congo Kinshasa; CG = Congo Brazzaville; CI = Ivory Coast; ' +
  'CN = PRC; CV = Cabo Verde; CZ = Czechia; GB = UK, Great Britain, Britain; KG = Kirghizia; KR = Korea, ROK; LA = Lao; MM = Burma; ' +
  'MO = Macao; MK = Macedonia; NL = Holland; RU = Russian Federation; ST = São Tomé and Príncipe; SX = St Maarten; ' +
  'SZ = Swaziland; TL = East Timor; TR = Türkiye, Turkiye; US = USA, United States of America, America; VI = US Virgin Islands, USVI; ' +
  'VG = BVI; VN = Viet Nam; ZA = RSA; CA-NL = Newfoundland, Labrador; CA-PE = PEI; CA-QC = Québec; US-DC = Washington DC; ' +
  'AU-TAS = Tassie; EC-W = Galapagos Islands, Galápagos; ES-CN = Canary Islands, Canaries, Islas Canarias; ES-IB = Balearic Islands, Baleares; ' +
  'FR-COR = Corsica, Corse; GR-F = Ionian Islands; GR-M = Crete, Kriti; IT-82 = Sicily, Sicilia; IT-88 = Sardinia, Sardegna; ' +
  'MY-12 = Sabah, Borneo; MY-13 = Sarawak, Borneo; PT-20 = Azores, Açores; PT-30 = Madeira; ID-BA = Bali; ' +
  'ID-AC = Sumatra; ID-SB = Sumatra; ID-SS = Sumatra; ID-SU = Sumatra; ID-RI = Sumatra; ID-JA = Sumatra; ID-LA = Sumatra; ' +
  'ID-KB = Kalimantan, Borneo; ID-KI = Kalimantan, Borneo; ID-KS = Kalimantan, Borneo; ID-KT = Kalimantan, Borneo; ID-KU = Kalimantan, Borneo; ' +
  'ID-SN = Sulawesi; ID-SA = Sulawesi; ID-ST = Sulawesi; ID-SG = Sulawesi; ID-JI = Java; ID-JT = Java; ID-JB = Java; ID-YO = Java';

const namesByArea = new Map(
  otherNames.split('; ').map((entry) => {
    const [code = '', names = ''] = entry.split(' = ');
    return [code, names.split(', ')];
  }),
);

/** Countries whose states travellers write after a city: "Portland, OR". */
const countriesWithStateCodes = ['AU', 'CA', 'US'];
const countriesWithRegions = [...countriesWithStateCodes, 'GB'];

interface Area {
  code: string;
  name: string;
}

/** All names of the countries and regions in which airports are, by ISO 3166 code; only regions that travellers name. */
export function listAreaNames(
  countries: readonly Area[],
  regions: readonly Area[],
  airports: readonly { country: string; isoRegion: string }[],
): Record<string, string[]> {
  const used = new Set(airports.flatMap(({ country, isoRegion }) => [country, isoRegion]));
  const namesOf = ({ code, name }: Area): [string, string[]] => {
    const [country = '', region] = code.split('-');
    const isNamed = !region || countriesWithRegions.includes(country);
    const hasStateCode = region && countriesWithStateCodes.includes(country);
    const names = [
      ...(isNamed ? [name] : []),
      ...(hasStateCode ? [region] : []),
      ...(namesByArea.get(code) ?? []),
    ];
    return [code, names];
  };
  return Object.fromEntries(
    [...countries, ...regions]
      .filter(({ code }) => used.has(code))
      .map(namesOf)
      .filter(([, names]) => names.length > 0),
  );
}
