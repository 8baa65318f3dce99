/**
 * Names by which travellers know a city beside the one in the list: its own in the local language in Latin letters, or the English
 * one where the list has the local one. By country: "name in the list = other name, other name; ...".
 */
const namesByCountry: Record<string, string> = {
  AE: 'Dubai = Dubayy; Abu Dhabi = Abu Zaby',
  AL: 'Tirana = Tiranë',
  AM: 'Yerevan = Jerewan',
  AR: 'Puerto Iguazu = Iguazu Falls, Iguassu Falls',
  AT: 'Vienna = Wien',
  AU: 'Yulara = Ayers Rock, Uluru',
  AZ: 'Baku = Bakı; Ganja = Gəncə, Gence',
  BD: 'Chattogram = Chittagong; Jashore = Jessore',
  BE: 'Antwerp = Antwerpen, Anvers; Brussels = Bruxelles, Brussel; Liège = Luik, Lüttich; Ostend = Oostende',
  BG: 'Sofia = Sofiya; Burgas = Bourgas',
  BQ: 'Kralendijk = Bonaire',
  BR: 'Rio de Janeiro = Rio; Foz do Iguaçu = Iguazu Falls, Iguassu Falls',
  BY: 'Gomel = Homiel, Homel; Hrodna = Grodno; Mogilev = Mahilyow',
  CH: 'Geneva = Genève, Genf, Ginevra; Zurich = Zürich; Bern-Belp = Berne, Berna',
  CL: 'Easter Island = Isla de Pascua, Rapa Nui, Hanga Roa',
  CN: 'Beijing = Peking; Guangzhou = Canton; Xiamen = Amoy',
  CU: 'Havana = La Habana',
  CY: 'Larnaca = Larnaka; Paphos = Pafos',
  CZ: 'Prague = Praha; Karlovy Vary = Carlsbad, Karlsbad; Brno = Brünn',
  DE: 'Cologne = Köln; Munich = München; Nuremberg = Nürnberg; Hanover = Hannover; Weeze = Niederrhein; Westerland = Sylt; Heringsdorf = Usedom',
  DK: 'Copenhagen = København; Aarhus = Århus; Aalborg = Ålborg; Rønne = Bornholm',
  DZ: 'Algiers = Alger, El Djazaïr; Annaba = Bône',
  EE: 'Kuressaare = Saaremaa',
  EG: 'Cairo = Al Qahirah, Le Caire; Alexandria = Al Iskandariyah; Luxor = Al Uqsur; Hurghada = Al Ghardaqah; Al Jiza = Giza',
  ES: 'Seville = Sevilla; Mahón = Menorca, Maó; A Coruña = La Coruña; Oviedo = Asturias; Alava = Vitoria, Gasteiz; Hondarribia = San Sebastián, Donostia; Ibiza = Eivissa, Formentera; Málaga = Costa del Sol; Palma de Mallorca = Majorca; Girona = Gerona; Lleida = Lérida; Bilbao = Bilbo; Pamplona = Iruña; Zaragoza = Saragossa; Alicante = Alacant; Valencia = València; Gran Canaria = Las Palmas; Sta Cruz de la Palma = La Palma',
  FI: 'Helsinki = Helsingfors; Turku = Åbo; Tampere = Tammerfors; Oulu = Uleåborg; Vaasa = Vasa; Mariehamn = Maarianhamina; Jyväskylän Maalaiskunta = Jyväskylä; Enontekio = Enontekiö; Rovaniemi = Lapland; Kittilä = Lapland; Ivalo = Lapland',
  FR: 'Basel = Bâle, Basilea; Strasbourg = Straßburg; Nice = Nizza; Marseille = Marseilles; Lyon = Lyons; Ajaccio = Aiacciu',
  GB: 'Lerwick = Shetland; Stornoway = Lewis; Derry = Londonderry',
  GR: 'Athens = Athína; Thessaloniki = Saloniki, Salonica; Heraklion = Iráklio, Iraklion; Mytilene = Lesbos, Lesvos; Lemnos = Limnos; Corfu = Kerkyra Island; Rhodes = Ródos; Zakynthos = Zante; Patras = Patra; Kefalonia = Cephalonia, Kefallinia Island; Santorini = Thira',
  HK: 'Hong Kong = Hongkong, Xianggang',
  HR: 'Rijeka = Fiume; Dubrovnik = Ragusa; Bol = Brač',
  HU: 'Sármellék = Balaton, Hévíz',
  ID: 'Denpasar = Bali; Makassar = Ujung Pandang; Labuan Bajo = Komodo, Flores',
  IE: 'Dublin = Baile Átha Cliath; Cork = Corcaigh',
  IL: 'Tel Aviv = Tel Aviv-Yafo, Jerusalem; Eilat = Elat; Haifa = Hefa',
  IN: 'Mumbai = Bombay; Kolkata = Calcutta; Chennai = Madras; Bengaluru = Bangalore; New Delhi = Delhi; Kochi = Cochin; Thiruvananthapuram = Trivandrum; Varanasi = Benares; Pune = Poona; Vadodara = Baroda; Prayagraj = Allahabad; Belagavi = Belgaum; Hubballi = Hubli; Mangaluru = Mangalore; Chhatrapati Sambhajinagar = Aurangabad; Puducherry = Pondicherry; Port Blair = Andaman Islands; Agatti = Lakshadweep; Goa = Vasco da Gama, Panaji; Visakhapatnam = Vizag; Tiruchirappalli = Trichy',
  IR: 'Tehran = Teheran; Isfahan = Esfahan',
  IS: 'Reykjavik = Reykjavík, Keflavík',
  IT: 'Rome = Roma; Milan = Milano; Naples = Napoli, Capri, Amalfi, Sorrento; Venice = Venezia, Venedig; Florence = Florenz, Firenze, Tuscany; Pisa = Tuscany, Toscana; Genoa = Genova; Turin = Torino; Bolzano = Bozen; Montichiari = Brescia; Marina  Di Campo = Elba; Trieste = Triest; Cagliari = Casteddu; Alghero = L’Alguer',
  JP: 'Tokyo = Tōkyō, Tokio; Osaka = Ōsaka',
  KH: 'Siem Reap = Angkor Wat',
  KR: 'Seoul = Soul; Busan = Pusan',
  KY: 'Georgetown = Grand Cayman',
  KZ: 'Almaty = Alma-Ata; Astana = Nur-Sultan, Nursultan, Aqmola; Oskemen = Ust-Kamenogorsk',
  LB: 'Beirut = Beyrouth',
  LT: 'Vilnius = Wilno; Kaunas = Kowno',
  LU: 'Luxembourg = Lëtzebuerg, Luxemburg',
  LV: 'Riga = Rīga',
  MA: 'Casablanca = Dar el Beida; Marrakesh = Marrakech; Tangier = Tanger; Fes = Fez',
  MD: 'Chişinău = Kishinev',
  MM: 'Yangon = Rangoon',
  MT: 'Valletta = Malta, Il-Belt',
  MX: 'Mexico City = Ciudad de México; San José del Cabo = Los Cabos, Cabo San Lucas',
  NL: 'Rotterdam = The Hague, Den Haag, ’s-Gravenhage',
  NO: 'Longyearbyen = Svalbard, Spitsbergen; Leknes = Lofoten; Svolvær = Lofoten',
  NP: 'Kathmandu = Katmandu',
  PA: 'Panama City = Ciudad de Panamá, Panamá',
  PE: 'Cusco = Cuzco',
  PF: 'Papeete = Tahiti; Motu Mute = Bora Bora; Uturoa = Raiatea',
  PH: 'Manila = Maynila; Caticlan = Boracay; Kalibo = Boracay; Puerto Princesa = Palawan; Bohol = Tagbilaran; Clark = Angeles',
  PL: 'Warsaw = Warszawa, Warschau, Varsovie; Kraków = Cracow; Wrocław = Breslau; Gdańsk = Danzig; Łódź = Lodsch; Katowice = Kattowitz; Poznań = Posen; Szczecin = Stettin; Babimost = Zielona Góra',
  PT: 'Lisbon = Lisboa; Porto = Oporto; Funchal = Madeira; Faro = Algarve; Ponta Delgada = Açores, Azores; Praia da Vitória = Terceira; Vila Baleira = Porto Santo',
  RO: 'Bucharest = București; Cluj-Napoca = Kolozsvár, Klausenburg; Timişoara = Temesvár; Iaşi = Jassy; Sibiu = Hermannstadt',
  RS: 'Belgrade = Beograd; Nis = Niš',
  RU: 'Moscow = Moskva; St. Petersburg = Sankt-Peterburg, Leningrad; Yekaterinburg = Ekaterinburg; Rostov-on-Don = Rostov na Donu; Kazan = Qazan; Arkhangelsk = Archangelsk',
  SA: 'Riyadh = Ar Riyad; Jeddah = Jidda, Mecca, Makkah; Medina = Al Madinah',
  SE: 'Gothenburg = Göteborg; Borlange = Borlänge; Nyland = Kramfors; Visby = Gotland',
  SI: 'Ljubljana = Laibach',
  SK: 'Bratislava = Pressburg, Pozsony; Košice = Kaschau',
  SY: 'Damascus = Dimashq; Aleppo = Halab',
  TH: 'Bangkok = Krung Thep; Koh Samui = Ko Samui',
  TR: 'Istanbul = İstanbul, Constantinople; İzmir = Smyrna; Şanlıurfa = Urfa',
  TT: 'Port of Spain = Trinidad; Scarborough = Tobago',
  TW: 'Taipei = Taibei; Kaohsiung = Gaoxiong',
  UA: 'Kyiv = Kiev, Kiew; Lviv = Lvov, Lwów, Lemberg; Odesa = Odessa; Kharkiv = Kharkov; Mykolaiv = Nikolayev; Zaporizhzhia = Zaporizhia',
  US: 'Honolulu = Oahu; Kahului = Maui; Kaunakakai = Molokai; Kailua-Kona = Kona, Big Island; Hilo = Big Island; Lihue = Kauai; Washington = Washington DC; Dallas = Dallas Fort Worth, Fort Worth; New York = NYC, New York City; Los Angeles = LA',
  UZ: 'Tashkent = Toshkent; Samarkand = Samarqand; Bukhara = Buxoro',
  VC: 'Kingstown = Saint Vincent',
  VG: 'Road Town = Tortola',
  VI: 'Charlotte Amalie = St Thomas; Christiansted = St Croix',
  VN: 'Nha Trang = Cam Ranh; Ho Chi Minh City = Saigon, Sài Gòn, Thành phố Hồ Chí Minh; Hanoi = Hà Nội; Da Nang = Đà Nẵng',
  ZA: 'Mpumalanga = Nelspruit, Mbombela; Gqeberha = Port Elizabeth; Mthatha = Umtata',
};

/** Name in the list, country, other names. */
export type OtherNames = [city: string, country: string, names: string[]];

/** The other names of the listed cities; throws if a name is of no city in the list. */
export function listOtherNames(airports: readonly { city: string; country: string }[]): OtherNames[] {
  const listed = new Set(airports.map(({ city, country }) => `${city} ${country}`));
  return Object.entries(namesByCountry).flatMap(([country, text]) =>
    text.split('; ').map((entry): OtherNames => {
      const [city = '', names = ''] = entry.split(' = ');
      if (!listed.has(`${city} ${country}`)) throw new Error(`No airport is in ${city}, ${country}`);
      return [city, country, names.split(', ')];
    }),
  );
}
