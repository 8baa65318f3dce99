import { defaultBrand } from '@fareline/contracts/schemas';
import {
  sampleBooking,
  sampleCarrier,
  sampleChangeTerms,
  sampleConditions,
  sampleSlice,
  findRepeatedCurrency,
} from '@fareline/contracts/testing';
import { describe, expect, it } from 'vitest';
import { readPdf } from '../testing/read-pdf.ts';
import { sampleDocumentBrand as brand, sampleFacts } from '../testing/sample-facts.ts';
import { sampleBookingChange } from '../testing/sample-mails.ts';
import { composeDocument } from './compose-document.ts';
import type { DocumentFacts } from './document-parts.ts';

const { content } = defaultBrand;
const read = async (changes?: Partial<DocumentFacts>) => readPdf(await composeDocument(sampleFacts(changes)));

describe('[DOC-03] the travel document', () => {
  it.each([
    ['Őrség Łukasz', 'Yağmur Şafak', 'Nguyễn Thị Ánh', 'Ștefan Țuțea', 'Þórður Æsir', 'Đặng Ượng'],
    ['Ĳsbrand Ħarun', 'Ŋaŋa Əli', 'ŠČŽ Ľudovít', 'Ñandú Çelik', 'Ṣọlá Ẹ̀kọ́', 'Zoë O’Connor-Ølsen'],
  ])('prints names of any Latin script: %s', async (...names) => {
    const { bookingData } = sampleBooking();
    bookingData.passengers = names.map((given_name, index) => ({
      ...{ id: `pas_${index}`, given_name, family_name: 'Byron', type: 'adult' as const },
    }));
    const { text } = await read({ bookingData });
    for (const given of names) expect(text).toContain(`${given.normalize('NFC')} Byron`);
    expect(text).not.toContain('?');
  });

  it.each([
    ['Ελληνικές Πτήσεις', 'Ταξίδια Α.Ε.', 'Українські Авіалінії'],
    ['شركة الطيران', 'شركة السفر المحدودة', 'شارع الملك'],
    ['חברת תעופה', 'טיולים', 'רחוב הרצל'],
    ['สายการบินไทย', 'บริษัท ท่องเที่ยว', 'กรุงเทพมหานคร'],
    ['საქართველოს ავიახაზები', 'შპს მოგზაურობა', 'თბილისი'],
    ['中国东方航空', '鑫旅行有限公司（臺灣）', '上海市浦东新区世纪大道'],
    ['髙島屋トラベル', '山﨑旅行株式会社', '東京都千代田区丸の内'],
    ['대한항공 여행사', '주식회사 여행', '서울특별시 강남구'],
  ])('[CARE-08] prints brands and companies of any script: %s', async (name, legalName, registeredOffice) => {
    const company = { ...content.company, legalName, registeredOffice };
    const { text } = await read({ brand: { ...brand, name, company } });
    // The file has the words of a line as the eye finds them, and the dots of Arabic letters apart.
    const printed = text.replaceAll(/[\s\p{Cc}]/gu, '');
    for (const word of [name, legalName, registeredOffice].flatMap((part) => part.split(' ')))
      expect(printed).toContain(word);
    expect(text).not.toContain('?');
    expect(text).not.toContain('could not be printed');
  });

  it('says so when it cannot print a letter, and never prints a box', async () => {
    const { bookingData } = sampleBooking();
    bookingData.passengers[0]!.given_name = '𓀀 ﬁne ŉ';
    const { text } = await read({ bookingData });
    expect(text).toContain('? fine ʼn Lovelace');
    expect(text).toContain('Letters that could not be printed stand as “?”.');
  });

  it('has flights with numbers, airlines, airports, terminals, local times and layovers', async () => {
    const { bookingData } = sampleBooking();
    const [flight] = bookingData.slices[0]!.segments;
    Object.assign(flight!, {
      ...{ origin_terminal: '4', cabin_class: 'business' },
      operating_carrier: sampleCarrier('LM', 'Loganair'),
    });
    const { text } = await read({ bookingData });
    for (const part of [
      'Outbound: New York to London Sat, Dec 5, 2026, 8h 30m, Non-stop',
      '22:05 New York (JFK) Sat, Dec 5, 2026, New York Airport, Terminal 4',
      'Airline BA BA100 4h, Airbus A320, Business, Operated by Loganair',
      '10:30 London (LHR) Sun, Dec 6, 2026, London Airport',
      'Return: London to New York Sun, Dec 13, 2026, 8h 30m, 1 stop',
      '1h in Amsterdam (AMS). Short: ask the airline what happens if you miss the next flight',
    ])
      expect(text).toContain(part);
  });

  it('has each passenger with e-ticket, seats and bags', async () => {
    const { bookingData } = sampleBooking();
    const [flight] = bookingData.slices[0]!.segments;
    bookingData.seats = [
      { passenger_id: 'pas_1', segment_id: flight!.id, designator: '12C', amount: '12.40' },
    ];
    bookingData.bags = [
      {
        ...{ passenger_id: 'pas_1', segment_ids: [flight!.id], type: 'baggage', weight_kg: 23 },
        ...{ quantity: 2, amount: '70.00' },
      },
    ];
    const { text } = await read({ bookingData });
    for (const part of [
      'Ada Lovelace Adult 125-2412345678 Bo Lovelace Infant Being issued by the airline',
      'Ada Lovelace: seat 12C, 2 checked bags up to 23 kg',
      'Ada Lovelace: 2 checked bags up to 23 kg, JFK to LHR ($70)',
      'Flights $530 Seats $12.40 Bags $70 Total (USD) $612.40',
    ])
      expect(text).toContain(part);
    const missing = await read({ tickets: { state: 'missing', tickets: [] } });
    expect(missing.text).toContain('Bo Lovelace Infant None');
    expect(missing.text).toContain('the booking reference is enough to check in');
  });

  it.each([
    ['612.40', 'USD', '$612.40'],
    ['54000', 'JPY', '¥54,000'],
    ['187.345', 'KWD', 'KWD 187.345'],
    ['540.10', 'EUR', '€540.10'],
    ['2500000', 'VND', '₫2,500,000'],
  ])('prints %s %s as the screens do', async (total_amount, total_currency, price) => {
    const { bookingData } = sampleBooking({}, { total_amount, total_currency });
    const { text } = await read({ bookingData });
    expect(text).toContain(
      price.startsWith(total_currency) ? `Total ${price}` : `Total (${total_currency}) ${price}`,
    );
    expect(findRepeatedCurrency(text)).toBeUndefined();
    const paid = price.startsWith(total_currency) ? price : `${price} (${total_currency})`;
    expect(text).toContain(`${paid} was paid with your Visa card ending 4242.`);
  });

  it('is a receipt of the company of the brand, with the rules of the fare', async () => {
    const { bookingData } = sampleBooking();
    bookingData.conditions = sampleConditions({ refundable: false, changeable: false });
    const { text } = await read({ bookingData });
    for (const part of [
      'Receipt number 3f2a9c1e-0000-4000-8000-1234567890ab Date Nov 21, 2026 Card Visa •••• 4242',
      `${content.company.legalName} ${content.company.registration} ${content.company.registeredOffice}`,
      content.partner.address,
      'No refund - if you cancel, nothing comes back',
      'No changes - the flights of this fare cannot be changed',
    ])
      expect(text).toContain(part);
  });

  it('of a cancelled booking says so first, with what comes back', async () => {
    const refund = {
      ...{ amount: '500.00', currency: 'USD', card: { brand: 'visa', last4: '4242' } },
      ...{ state: 'paid' as const, returned_amount: null, advance_amount: null, expected_on: '2026-12-11' },
    };
    const { title, text } = await read({ status: 'cancelled', refund });
    expect(title).toBe('Cancelled booking RZPNX8, Fareline');
    expect(text).toContain('This booking is cancelled. Nobody can fly with it.');
    expect(text).toContain('$500 (USD) was refunded to your Visa card ending 4242.');
    expect(text).not.toContain('Being issued');
  });

  it('says that the airline does not fly the flights, or waits for an answer', async () => {
    const change = { id: 'aic_1', actions: [], answer_by: '2026-12-01', answered_at: null };
    const airline = (is_cancelled: boolean) => {
      const { bookingData } = sampleBooking({}, { airline_change: { ...change, is_cancelled } });
      return read({ bookingData });
    };
    expect((await airline(true)).text).toContain('The airline does not fly these flights.');
    expect((await airline(false)).text).toContain('changed these flights and waits for your answer');
  });

  it('[RULE-02] says what was given up with a change that was made', async () => {
    const { slices } = sampleBooking().bookingData;
    const segment_id = slices[0]!.segments[0]!.id;
    const seat = { passenger_id: 'pas_1', segment_id, designator: '14C', amount: '29.00' };
    const terms = sampleChangeTerms({ seats: [seat] });
    const changes = [sampleBookingChange({ removed_slices: slices.slice(0, 1), slices, terms })];
    const said = 'Given up with the old flights: seat 14C of Ada Lovelace on BA100 ($29).';
    expect((await read({ changes })).text).toContain(said);
    const failed = changes.map((change) => ({ ...change, state: 'failed' as const }));
    expect((await read({ changes: failed })).text).not.toContain('Given up');
  });

  it('[RULE-02] says what the airline has left out on other flights', async () => {
    const { bookingData } = sampleBooking();
    bookingData.seats = [
      { passenger_id: 'pas_1', segment_id: 'seg_before', designator: '12C', amount: '29.00' },
    ];
    expect((await read({ bookingData })).text).toContain(
      'Not on your flights any more, as far as the airline says: seat 12C of Ada Lovelace ($29). Please call us',
    );
  });

  it('can be read by a screen reader', async () => {
    const { language, markInfo, roles, title } = await read();
    expect({ language, title }).toEqual({ language: 'en', title: 'Travel document RZPNX8, Fareline' });
    expect(markInfo).toMatchObject({ Marked: true });
    expect(roles.filter((role) => role === 'H1')).toHaveLength(1);
    expect(roles.filter((role) => role === 'H2')).toHaveLength(4);
    expect(roles).toEqual(expect.arrayContaining(['Document', 'Sect', 'H3', 'Table', 'TR', 'TH', 'TD', 'P']));
  });

  it('has one or two pages for two passengers, and four at most for nine with six flights', async () => {
    expect((await read()).pages).toBeLessThanOrEqual(2);
    const { bookingData } = sampleBooking();
    bookingData.slices = [
      sampleSlice('LHR', 'JFK', { stops: ['AMS', 'DXB'] }),
      sampleSlice('JFK', 'LHR', { stops: ['DXB', 'AMS'] }),
    ];
    bookingData.passengers = Array.from({ length: 9 }, (_, index) => ({
      ...{ id: `pas_${index}`, given_name: `Ada${index}`, family_name: 'Featherstonehaugh-Byron' },
      type: 'adult' as const,
    }));
    bookingData.seats = bookingData.slices
      .flatMap(({ segments }) => segments)
      .flatMap(({ id }) =>
        bookingData.passengers.map((passenger, index) => ({
          ...{ passenger_id: passenger.id, segment_id: id, designator: `${20 + index}A`, amount: '10.00' },
        })),
      );
    const { pages, text } = await read({ bookingData });
    expect(pages).toBeLessThanOrEqual(4);
    expect(text).toContain(`Page ${pages} of ${pages}`);
  });

  it('goes on to the next page with bags that one page does not take', async () => {
    const { bookingData } = sampleBooking();
    const segment_ids = bookingData.slices[0]!.segments.map(({ id }) => id);
    bookingData.bags = Array.from({ length: 72 }, (_, index) => ({
      ...{ passenger_id: bookingData.passengers[0]!.id, segment_ids, type: 'baggage' as const },
      ...{ weight_kg: index + 1, quantity: 1, amount: '35.00' },
    }));
    const { text, pages } = await read({ bookingData });
    expect(text).toContain('1 checked bag up to 72 kg');
    expect(pages).toBeLessThanOrEqual(4);
  });
});
