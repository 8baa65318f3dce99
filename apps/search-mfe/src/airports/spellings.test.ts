import { expect, it } from 'vitest';
import { loadAirports } from './load-airports.ts';
import { indexAirports, rankAirports } from './rank-airports.ts';

/** What travellers type, by kind, and the codes of which one is meant: "typed = code or code; ...". */
const spellings: Record<string, string> = {
  'city and code':
    'London (LHR) = LHR; New York (JFK) = JFK; Paris (CDG) = CDG; Bali (DPS) = DPS; São Paulo (GRU) = GRU; Tokyo HND = HND; JFK New York = JFK; LHR - London Heathrow = LHR; Washington, DC (IAD) = IAD; Frankfurt/Main FRA = FRA; Los Angeles (LAX) = LAX; Seoul/ICN = ICN; Istanbul [IST] = IST; Barcelona – BCN = BCN; MUC Munich = MUC',
  'city and country':
    'London, UK = LON or LHR; London England = LON or LHR; London, United Kingdom = LON or LHR; Paris, France = PAR or CDG; Berlin Germany = BER; Rome, Italy = ROM or FCO; Athens Greece = ATH; Sydney, Australia = SYD; San Jose, Costa Rica = SJO; Santiago, Chile = SCL; Santiago Dominican Republic = STI; Manchester UK = MAN; Valencia, Spain = VLC; Valencia Venezuela = VLN; Edinburgh, Scotland = EDI; Cardiff Wales = CWL; Belfast, Northern Ireland = BFS or BHD; Dubai UAE = DXB; Dubai, United Arab Emirates = DXB; New York USA = NYC or JFK; Miami, U.S.A. = QMI or MIA; Seoul South Korea = SEL or ICN; Prague Czech Republic = PRG; Prague, Czechia = PRG; Amsterdam Holland = AMS; Amsterdam, The Netherlands = AMS; Istanbul Turkey = IST; Istanbul, Türkiye = IST; Abidjan Ivory Coast = ABJ; Kinshasa, DR Congo = FIH; Hong Kong China = HKG; Hanoi Viet Nam = HAN; Auckland NZ = AKL; Skopje, North Macedonia = SKP',
  'country alone':
    'Malta = MLA; Bahrain = BAH; Jamaica = KIN or MBJ; Cyprus = LCA or PFO; Maldives = MLE; Seychelles = SEZ; Fiji = NAN; Iceland = KEF or REK; Qatar = DOH; Barbados = BGI',
  'city and state':
    'Washington DC = WAS or IAD or DCA; Washington, D.C. = WAS or IAD or DCA; Portland, Oregon = PDX; Portland OR = PDX; Portland, Maine = PWM; Portland ME = PWM; Springfield, Missouri = SGF; Columbus GA = CSG; San Jose, CA = SJC; San Jose California = SJC; Jackson Hole Wyoming = JAC; Jackson MS = JAN; Charleston, West Virginia = CRW; Kansas City, MO = MCI; Las Vegas, NV = LAS; Austin Texas = AUS; Rochester, New York = ROC; Rochester MN = RST; Vancouver BC = YVR; Vancouver, British Columbia = YVR; London, Ontario = YXU; London ON = YXU; Halifax, Nova Scotia = YHZ; Calgary, AB = YYC; Québec, QC = YQB; Honolulu, Hawaii = HNL; Manchester, NH = MHT; Birmingham, AL = BHM; Birmingham Alabama = BHM; Nashville (TN) = BNA',
  'saint, fort, mount':
    "St. Louis = STL; Saint Louis = STL; St Louis MO = STL; Saint Petersburg Russia = LED; St. Petersburg = LED or PIE; St. John's = YYT or ANU; Saint John = YSJ; St Lucia = UVF or SLU; St. Thomas = STT; Saint Thomas = STT; St Maarten = SXM; St. Barts = SBH; St. George Utah = SGU; Ft. Lauderdale = FLL; Ft Lauderdale, FL = FLL; Ft. Myers = RSW; Ft Worth = DFW; Fort Wayne = FWA; Ft. Wayne = FWA; Mt Isa = ISA; Mount Isa = ISA; Mt. Hagen = HGU; Sault Ste. Marie = YAM or CIU",
  'punctuation, width, accents':
    'new-york = NYC or JFK; O’Hare = ORD; OHare = ORD; ＬＯＮＤＯＮ = LON or LHR; Ｔｏｋｙｏ = TYO or HND; Raleigh/Durham = RDU; Raleigh-Durham = RDU; Dallas/Fort Worth = DFW; Dallas-Ft. Worth = DFW; Minneapolis–St. Paul = MSP; Rio-de-Janeiro = RIO or GIG; Clermont Ferrand = CFE; Cluj Napoca = CLJ; Xian = XIY; Malaga = AGP; Malmoe = MMX; Zuerich = ZRH; Nukualofa = TBU; Ndjamena = NDJ; J.F.K. = JFK',
  'airport names':
    'Charles-de-Gaulle = CDG; Leonardo da Vinci = FCO; John F. Kennedy = JFK; Ben-Gurion = TLV; London Heathrow Airport, UK = LHR; Schiphol = AMS; La Guardia = LGA; Newark Liberty = EWR; Dulles = IAD; Sea-Tac = SEA; Munich international airport = MUC; London all airports = LON',
  islands:
    'Bali = DPS; Tenerife = TCI or TFS or TFN; Crete = HER or CHQ; Maui = OGG; Phuket = HKT; Zanzibar = ZNZ; Kauai = LIH; Oahu = HNL; Big Island = KOA or ITO; Hawaii = HNL; Mallorca = PMI; Menorca = MAH; Fuerteventura = FUE; Canary Islands = LPA or TFS or TCI; Corfu = CFU; Santorini = JTR; Sicily = CTA or PMO; Sardinia = CAG or OLB; Corsica = AJA or BIA; Madeira = FNC; Azores = PDL; Koh Samui = USM; Lombok = LOP; Okinawa = OKA; Tahiti = PPT; Réunion = RUN; Borneo = BKI or KCH; Curacao = CUR; Isle of Man = IOM; Tasmania = HBA or LST; Galapagos = GPS or SCY; Easter Island = IPC; Penang = PEN; Boracay = MPH or KLO',
  'first letters':
    'lo = LON or LHR; los = LAX or QLA; san f = SFO or QSF; bar = BCN; new y = NYC or JFK; par = PAR or CDG; mad = MAD; dub = DXB or DUB; ber = BER; sin = SIN',
  'names of today and of before':
    'Astana = NQZ; Nur-Sultan = NQZ; Kiev = KBP or IEV; Bangalore = BLR; Saigon = SGN; Port Elizabeth = PLZ; Gqeberha = PLZ; Siem Reap = SAI; Adana = COV; Yogyakarta = YIA; Goa = GOI or GOX; Chengdu = CTU or TFU',
};

/** What travellers type besides, found by trying: other languages, nicknames, regions and sights. */
const furtherSpellings =
  'Tsingtao = TAO; Hainan = HAK or SYX; Sichuan = CTU or TFU; Kerala = COK or TRV; Gurgaon = DEL; HCMC = SGN; Manhattan = NYC or JFK; Brooklyn = NYC or JFK; SF = SFO or QSF; Bay Area = SFO or QSF; Philly = PHL; Silicon Valley = SJC; Twin Cities = MSP; CDMX = MEX; Riviera Maya = CUN; Patagonia = FTE; Machu Picchu = CUZ; Lissabon = LIS; Mailand = MIL or MXP; Bavaria = MUC; Krakau = KRK; Cappadocia = ASR; Moskau = MOW or SVO; Tiflis = TBS; Kairo = CAI; Joburg = JNB; Pretoria = JNB; Singapur = SIN; Kyoto = OSA or KIX; Hokkaido = CTS; Kyushu = FUK; French Riviera = NCE; Monaco = NCE; Deutschland = FRA or MUC; España = MAD or BCN; Italia = FCO or ROM; Brasil = GRU or SAO; Lake Tahoe = RNO; NOLA = MSY; Roissy = CDG or PAR; Waikiki = HNL; Petra = AQJ or AMM';

const toCases = (text: string) =>
  text.split('; ').map((entry) => {
    const [typed = '', codes = ''] = entry.split(' = ');
    return { typed, codes: codes.split(' or ') };
  });

const cases = Object.values(spellings).flatMap(toCases);

const findMissed = async (list: typeof cases) => {
  const index = indexAirports(await loadAirports());
  return list.filter(({ typed, codes }) => {
    const firstFour = rankAirports(index, typed).slice(0, 4);
    return !firstFour.some(({ iata_code }) => codes.includes(iata_code));
  });
};

it('[PICK-01] finds at least 95 % of 200 usual spellings among the first four', async () => {
  const missed = await findMissed(cases);
  const hits = cases.length - missed.length;
  process.stdout.write(
    `\nFigures: airport picker: ${hits} of ${cases.length} spellings among the first four\n`,
  );
  expect(cases).toHaveLength(200);
  expect(
    hits / cases.length,
    `missed: ${missed.map(({ typed }) => typed).join('; ')}`,
  ).toBeGreaterThanOrEqual(0.95);
});

it('[PICK-01] finds names in other languages, nicknames, regions and sights', async () =>
  expect(await findMissed(toCases(furtherSpellings))).toEqual([]));
