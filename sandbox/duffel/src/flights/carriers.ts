import type { Airline } from '@duffel/api/types';
import { deriveId } from './seeded-random.ts';

export interface Carrier {
  code: string;
  name: string;
  /** Low-cost carriers have short routes, one cabin and no included checked bags in most fares. */
  isLowCost: boolean;
  hubs: readonly string[];
  /** Continents that it serves outside its own country. */
  continents: readonly string[];
  alliance: string | null;
  /** Price level relative to the market. */
  priceLevel: number;
}

// code | name | n(etwork) or l(ow cost) | hubs | continents | alliance | price level
const CARRIER_TABLE = `
AA|American Airlines|n|DFW CLT MIA ORD PHL PHX JFK LAX DCA|NA SA EU AS OC|oneworld|1
DL|Delta Air Lines|n|ATL DTW MSP SLC JFK LGA BOS LAX SEA|NA SA EU AS AF|skyteam|1.06
UA|United Airlines|n|ORD DEN IAH EWR SFO IAD LAX|NA SA EU AS OC|star|1
B6|JetBlue Airways|l|JFK BOS FLL MCO|NA SA EU||0.84
WN|Southwest Airlines|l|DAL MDW BWI DEN LAS PHX HOU OAK MCO|NA||0.86
AS|Alaska Airlines|n|SEA PDX SFO LAX ANC SAN|NA|oneworld|0.96
F9|Frontier Airlines|l|DEN LAS MCO ATL PHL|NA||0.62
NK|Spirit Airlines|l|FLL MCO LAS DFW DTW ATL EWR|NA SA||0.6
HA|Hawaiian Airlines|n|HNL OGG|NA OC AS||0.98
AC|Air Canada|n|YYZ YUL YVR YYC|NA EU AS SA OC|star|1.02
WS|WestJet|l|YYC YYZ YVR|NA EU||0.86
AM|Aeromexico|n|MEX MTY GDL|NA SA EU|skyteam|0.9
CM|Copa Airlines|n|PTY|NA SA|star|0.94
AV|Avianca|n|BOG MDE SAL|SA NA EU|star|0.88
LA|LATAM Airlines|n|SCL GRU LIM BSB|SA NA EU OC||0.95
G3|GOL|l|GRU CGH GIG BSB|SA NA||0.75
AR|Aerolíneas Argentinas|n|AEP EZE|SA NA EU|skyteam|0.9
BA|British Airways|n|LHR LGW LCY|EU NA SA AS AF OC|oneworld|1.1
VS|Virgin Atlantic|n|LHR MAN|NA AF AS|skyteam|1.05
U2|easyJet|l|LGW LTN MAN BHX EDI MXP GVA CDG BER AMS|EU AF||0.68
FR|Ryanair|l|DUB STN BGY CRL MAN BCN EDI|EU AF||0.55
EI|Aer Lingus|n|DUB|EU NA||0.88
LH|Lufthansa|n|FRA MUC|EU NA SA AS AF|star|1.1
LX|SWISS|n|ZRH GVA|EU NA SA AS AF|star|1.12
OS|Austrian Airlines|n|VIE|EU NA AS|star|1.02
SN|Brussels Airlines|n|BRU|EU AF NA|star|0.95
AF|Air France|n|CDG ORY|EU NA SA AS AF|skyteam|1.08
KL|KLM|n|AMS|EU NA SA AS AF|skyteam|1.05
IB|Iberia|n|MAD|EU SA NA AF|oneworld|0.95
VY|Vueling|l|BCN ORY FCO|EU AF||0.65
TP|TAP Air Portugal|n|LIS OPO|EU SA NA AF|star|0.88
SK|SAS|n|CPH ARN OSL|EU NA AS|skyteam|0.97
AY|Finnair|n|HEL|EU AS NA|oneworld|0.98
DY|Norwegian|l|OSL ARN CPH|EU||0.7
AZ|ITA Airways|n|FCO LIN|EU NA SA|star|0.94
LO|LOT Polish Airlines|n|WAW|EU NA AS|star|0.88
A3|Aegean Airlines|n|ATH SKG|EU AS|star|0.85
TK|Turkish Airlines|n|IST|EU AS AF NA SA|star|0.92
PC|Pegasus|l|SAW|EU AS||0.62
W6|Wizz Air|l|BUD OTP LTN WAW|EU AS||0.58
EK|Emirates|n|DXB|EU NA SA AS AF OC||1.08
QR|Qatar Airways|n|DOH|EU NA SA AS AF OC|oneworld|1.06
EY|Etihad Airways|n|AUH|EU NA AS AF OC||1
SV|Saudia|n|JED RUH|EU AS AF NA|skyteam|0.88
ET|Ethiopian Airlines|n|ADD|AF EU AS NA SA|star|0.84
KQ|Kenya Airways|n|NBO|AF EU AS NA|skyteam|0.86
MS|EgyptAir|n|CAI|AF EU AS NA|star|0.82
AT|Royal Air Maroc|n|CMN|AF EU NA|oneworld|0.84
SA|South African Airways|n|JNB CPT|AF SA OC|star|0.9
AI|Air India|n|DEL BOM BLR|AS EU NA OC|star|0.88
6E|IndiGo|l|DEL BOM BLR HYD CCU MAA|AS||0.62
SQ|Singapore Airlines|n|SIN|AS EU OC NA AF|star|1.15
TR|Scoot|l|SIN|AS OC||0.64
CX|Cathay Pacific|n|HKG|AS EU NA OC|oneworld|1.1
CA|Air China|n|PEK PVG|AS EU NA OC|star|0.84
MU|China Eastern|n|PVG SHA KMG XIY|AS EU NA OC|skyteam|0.8
CZ|China Southern|n|CAN PKX|AS EU OC NA|  |0.8
BR|EVA Air|n|TPE|AS NA EU OC|star|1
JL|Japan Airlines|n|HND NRT KIX ITM|AS NA EU OC|oneworld|1.08
NH|All Nippon Airways|n|HND NRT KIX ITM|AS NA EU OC|star|1.08
KE|Korean Air|n|ICN GMP|AS NA EU OC|skyteam|1.04
OZ|Asiana Airlines|n|ICN|AS NA EU|star|0.98
TG|Thai Airways|n|BKK|AS EU OC|star|0.96
MH|Malaysia Airlines|n|KUL|AS OC EU|oneworld|0.9
AK|AirAsia|l|KUL|AS||0.58
GA|Garuda Indonesia|n|CGK DPS|AS OC EU|skyteam|0.92
VN|Vietnam Airlines|n|SGN HAN|AS EU OC|skyteam|0.86
PR|Philippine Airlines|n|MNL|AS NA OC||0.88
QF|Qantas|n|SYD MEL BNE PER|OC AS NA EU AF|oneworld|1.12
JQ|Jetstar|l|MEL SYD BNE|OC AS||0.66
VA|Virgin Australia|n|BNE SYD MEL|OC AS||0.9
NZ|Air New Zealand|n|AKL CHC WLG|OC AS NA|star|1
`;

const splitWords = (text: string): string[] => text.trim().split(/\s+/).filter(Boolean);

export const carriers: readonly Carrier[] = CARRIER_TABLE.trim()
  .split('\n')
  .map((line) => {
    const [code = '', name = '', kind, hubs = '', continents = '', alliance = '', priceLevel] =
      line.split('|');
    return {
      code,
      name,
      isLowCost: kind === 'l',
      hubs: splitWords(hubs),
      continents: splitWords(continents),
      alliance: alliance.trim() || null,
      priceLevel: Number(priceLevel),
    };
  });

/** Airlines that void an order within 24 hours of booking: everything is refunded, whatever its fare. */
const VOIDING_AIRLINES = new Set(['UA', 'AF', 'LH', 'QF']);
export const voidsOrders = (code: string | null): boolean => VOIDING_AIRLINES.has(code ?? '');

/** Airlines that give a voucher instead of money when other flights are cheaper. */
const VOUCHER_AIRLINES = new Set(['NK', 'F9', 'U2', 'B6']);
export const givesVouchers = (code: string | null): boolean => VOUCHER_AIRLINES.has(code ?? '');

/** Operates regional flights for US carriers and sells none itself. */
export const SKYWEST = 'OO';
/** Duffel's test-mode airline; in the sandbox it only sells the documented test routes. */
export const DUFFEL_AIRWAYS: Carrier = {
  code: 'ZZ',
  name: 'Duffel Airways',
  isLowCost: false,
  hubs: [],
  continents: [],
  alliance: null,
  priceLevel: 1,
};

const carriersByCode = new Map([...carriers, DUFFEL_AIRWAYS].map((carrier) => [carrier.code, carrier]));
export const findCarrier = (code: string): Carrier | undefined => carriersByCode.get(code);

const airlineNames = new Map([
  ...carriers.map((carrier) => [carrier.code, carrier.name] as const),
  [SKYWEST, 'SkyWest Airlines'],
  ['ZZ', 'Duffel Airways'],
]);

const LOGO_URL = 'https://assets.duffel.com/img/airlines/for-light-background';
const WITHOUT_LOGOS = new Set([SKYWEST, 'G3']);
const WITHOUT_LOCKUPS = new Set([...WITHOUT_LOGOS, 'ZZ', 'WS']);
/** Recorded at Duffel; null for the others. */
const CONDITIONS_URLS: Readonly<Record<string, string>> = {
  AA: 'https://www.aa.com/i18n/customer-service/support/conditions-of-carriage.jsp',
  IB: 'https://www.iberia.com/gb/bills/conditions/',
  JL: 'https://www.jal.co.jp/jp/en/inter/carriage/220920/',
  JQ: 'https://www.jetstar.com/au/en/conditions-of-carriage-jq',
  LH: 'https://www.lufthansa.com/gb/en/business-terms-and-conditions-1',
  NK: 'https://content.spirit.com/Shared/en-us/Documents/Contract_of_Carriage.pdf',
  OS: 'https://www.austrian.com/at/en/conditions-of-carriage',
  U2: 'https://www.easyjet.com/en/terms-and-conditions',
  ZZ: 'https://duffelairways.com/dummy-url/conditions-of-carriage',
};

/** All airlines in Duffel's format, by IATA code. */
const airlines: ReadonlyMap<string, Airline> = new Map(
  [...airlineNames].map(([code, name]) => [
    code,
    {
      id: code === 'ZZ' ? 'arl_00009VME7D6ivUu8dn35WK' : deriveId('arl', code),
      name,
      iata_code: code,
      logo_symbol_url: WITHOUT_LOGOS.has(code) ? null : `${LOGO_URL}/full-color-logo/${code}.svg`,
      logo_lockup_url: WITHOUT_LOCKUPS.has(code) ? null : `${LOGO_URL}/full-color-lockup/${code}.svg`,
      conditions_of_carriage_url: CONDITIONS_URLS[code] ?? null,
    },
  ]),
);

export function getAirline(code: string): Airline {
  const match = airlines.get(code);
  if (!match) throw new Error(`Unknown airline code ${code}`);
  return match;
}

export const findLogoUrl = (code: string): string | null => airlines.get(code)?.logo_symbol_url ?? null;

/** Groups of codeshare partners. */
const JOINT_VENTURES: readonly (readonly string[])[] = [
  ['AA', 'BA', 'IB', 'AY'],
  ['DL', 'AF', 'KL', 'VS'],
  ['UA', 'LH', 'LX', 'AC'],
  ['QF', 'EK'],
  ['JL', 'AA'],
  ['NH', 'UA'],
  ['DL', 'KE'],
  ['CX', 'QF'],
];

export function findCodesharePartners(code: string): string[] {
  return JOINT_VENTURES.filter((venture) => venture.includes(code))
    .flat()
    .filter((partner) => partner !== code);
}
