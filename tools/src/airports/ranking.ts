/**
 * The busiest airports of the world, busiest regions first. The open data only distinguishes 'large' and 'medium', which would
 * rank Honiara with Heathrow. The order decides which suggestions come first and where the sandbox has many flights.
 */
export const busiestAirports: readonly string[] = [
  'ATL JFK LHR LAX ORD DFW DEN SFO DXB CDG AMS HND FRA IST SIN MIA LAS SEA MCO EWR BOS CLT PHX IAH MAD BCN LGW FCO MUC',
  'HKG ICN BKK NRT SYD MEL DEL BOM KUL PEK PVG CAN YYZ YVR YUL MEX GRU LGA IAD DCA SAN PHL MSP DTW FLL BWI SLC MDW TPA HNL',
  'MAN STN LTN DUB ZRH VIE CPH ARN OSL HEL BRU LIS ATH MXP ORY BER DUS HAM PRG BUD WAW EDI BHX GLA GVA NCE PMI AGP ALC OPO',
  'DOH AUH JED RUH CAI JNB CPT NBO ADD CMN LOS TLV AMM BAH KWI MCT BLR MAA HYD CCU COK CMB DAC KTM KHI LHE ISB MLE MRU',
  'SHA SZX CTU PKX XIY KMG WUH HGH NKG XMN TPE KHH GMP CJU PUS KIX ITM CTS FUK OKA SGN HAN DAD DPS CGK SUB MNL CEB DMK HKT CNX',
  'BNE PER ADL OOL CNS CBR AKL CHC WLG ZQN NAN PPT GUM EZE AEP SCL LIM BOG MDE CTG UIO GIG SDU BSB CGH CNF REC SSA FOR POA CWB',
  'CUN GDL MTY TIJ PTY SJO SAL GUA HAV PUJ SDQ SJU NAS MBJ BGI POS AUA CUR YYC YEG YOW YHZ YWG AUS BNA RDU STL MCI CLE PIT CMH',
  'IND CVG SMF SJC OAK PDX SNA BUR ONT PBI RSW JAX MSY SAT HOU DAL ABQ OKC TUL MEM MKE BUF BDL PVD RIC ORF CHS SAV ANC OGG KOA LIH',
  'SAW ESB AYT ADB SVO DME VKO LED KBP OTP SOF BEG ZAG LJU SKG HER RHO LCA PFO MLA BRI NAP VCE BLQ CTA PMO BGY LIN PSA CIA SVQ VLC',
  'BIO IBZ TFS LPA ACE FAO FNC BOD TLS LYS MRS NTE STR CGN HAJ LEJ NUE LUX BSL KRK GDN WRO RIX TLL VNO KEF BGO TRD GOT BLL NCL LPL',
].flatMap((line) => line.split(' '));

const ranks = new Map(busiestAirports.map((code, index) => [code, index]));

/** Position in `busiestAirports`; other airports follow, large ones before medium ones. */
export function airportRank(iata: string, type: string): number {
  return ranks.get(iata) ?? busiestAirports.length + (type === 'large_airport' ? 0 : 1);
}
