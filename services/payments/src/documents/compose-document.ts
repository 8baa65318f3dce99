import {
  describeBookingRefund,
  formatCard,
  formatFare,
  formatLayover,
  formatPassengerName,
  getCarrierName,
  getCityName,
  getOpenChange,
  listConnectionProblems,
  listFareRules,
  listFlightExtras,
  type BookingChange,
  type BookingData,
  type BookingPayment,
  type BookingRefund,
  type BookingStatus,
  type BookingTickets,
  type Brand,
  type Place,
  type Segment,
} from '@fareline/contracts';
import { contrast, parseHex } from '@fareline/contracts/brand';
import {
  describeChange,
  describePayment,
  formatBoughtBag,
  formatDateFull,
  formatDuration,
  formatPrice,
  formatSegmentFacts,
  formatStatus,
  formatTime,
  formatWeekday,
  getFirstAmount,
  isCancelledByAirline,
  listPriceParts,
  passengerLabels,
  refundFormats,
  stopsLabel,
} from '@fareline/ui-theme/formats';
import { themeVariables } from '@fareline/ui-theme/theme';
import { contentWidth, PdfWriter, type Block, type Cell, type Row, type Stack } from './pdf-writer.ts';

/** All that stands in the document; the same facts make the same document. */
export interface DocumentFacts {
  /** Of the booking; it is the number of its receipt. */
  id: string;
  reference: string;
  status: BookingStatus;
  /** yyyy-MM-dd */
  booked_on: string;
  bookingData: BookingData;
  tickets: BookingTickets;
  payment: BookingPayment;
  /** The day on which the card was charged, yyyy-MM-dd; null where it was not. */
  paid_on: string | null;
  changes: readonly BookingChange[];
  refund: BookingRefund | null;
  brand: Pick<Brand, 'name' | 'theme' | 'contact'> & Pick<Brand['content'], 'company' | 'partner'>;
  /** Where the trip is online. */
  trip_url: string;
}

/** The colours of a brand on white paper, each readable there. */
function getColours({ theme }: DocumentFacts['brand']) {
  const white = '#ffffff';
  const isDark = contrast(parseHex(theme.text), parseHex(white)) < 4.5;
  const variables = themeVariables({
    ...theme,
    background: white,
    ...(isDark && { text: theme.background }),
  });
  const read = (name: string): string => variables[`--color-${name}`] ?? '#000000';
  return {
    text: read('text'),
    muted: read('text-muted'),
    line: read('line'),
    primary: read('primary-ink'),
    soft: read('primary-soft'),
    warning: read('destructive-ink'),
    header: theme.header === 'dark' ? read('header') : undefined,
    onHeader: theme.header === 'dark' ? read('on-header') : read('primary-ink'),
    radius: { rounded: 8, square: 0, round: 16 }[theme.corners],
  };
}
type Colours = ReturnType<typeof getColours>;

const column = { second: 296, width: contentWidth - 296 };

/** Where the times of flights end, and what belongs to them begins. */
const indent = 56;

const formatDay = (local: string | null): string =>
  [formatWeekday(local), formatDateFull(local)].filter(Boolean).join(', ');

/** Rows of one cell each, over the whole width or the given one. */
const toRows = (texts: readonly string[], cell: Partial<Cell> = {}): Row[] =>
  texts.map((text) => ({ cells: [{ text, width: contentWidth, ...cell }] }));

const toHeading = (text: string): Block => ({
  above: 20,
  stacks: [{ rows: toRows([text], { style: 'heading', tag: 'H2' }) }],
});

/** The travel document of a booking with its receipt, as a tagged PDF. (DOC-03) */
export async function composeDocument(facts: DocumentFacts): Promise<Buffer> {
  const { brand, reference, status, trip_url } = facts;
  const colours = getColours(brand);
  const title = status === 'cancelled' ? 'Cancelled booking' : 'Travel document';
  const writer = new PdfWriter({
    title: `${title} ${reference}, ${brand.name}`,
    author: brand.name,
    colours,
    footer: `${brand.name}, booking reference ${reference}`,
    header: `${title} ${reference}`,
  });
  writeHeader(writer, brand, colours);
  writer.startSection();
  writer.write({ stacks: [{ rows: toRows([title], { style: 'title', tag: 'H1' }) }] });
  writer.write(toReference(facts, colours), toAdvice(facts, colours));
  writer.startSection();
  writeFlights(writer, facts, colours);
  writer.startSection();
  writer.write(toHeading('Passengers'), toPassengers(facts, colours));
  for (const note of toPassengerNotes(facts)) writer.write(note);
  writer.startSection();
  writer.write(toHeading('Fare'), toFare(facts));
  writer.startSection();
  writer.write(toHeading('Receipt'), toReceipt(facts, colours));
  for (const [index, text] of listMoneySentences(facts).entries())
    writer.write({ above: index === 0 ? 8 : 0, stacks: [{ rows: toRows([text]) }] });
  const letters = writer.hasReplaced ? 'Letters that could not be printed stand as “?”. ' : '';
  const link = `${letters}Your trip online, as it is now: ${trip_url}`;
  writer.write({
    above: 12,
    stacks: [{ rows: toRows([link], { style: 'caption', colour: colours.muted }) }],
  });
  return writer.end();
}

/** Whose document it is, on a bar where the pages of the brand have a dark header. */
function writeHeader(writer: PdfWriter, { name, contact }: DocumentFacts['brand'], colours: Colours): void {
  const { header, onHeader } = colours;
  if (header) writer.decorate((doc) => doc.rect(0, 0, doc.page.width, 72).fill(header));
  const colour = header ? onHeader : colours.muted;
  const cell = { style: 'caption', width: column.width, align: 'right', colour } as const;
  writer.y = header ? 24 : 40;
  writer.write({
    stacks: [
      { rows: toRows([name], { width: column.second - 8, style: 'title', colour: onHeader }) },
      { x: column.second, rows: toRows([contact.phone, contact.email].filter(Boolean), cell) },
    ],
  });
  writer.y = header ? 96 : 88;
}

function toReference(facts: DocumentFacts, colours: Colours): Block {
  const { reference, booked_on, bookingData, status } = facts;
  const isFlown = status !== 'cancelled' && !isCancelledByAirline(facts);
  const details: [string, string, string?][] = [
    ['Status', formatStatus(facts), isFlown ? undefined : colours.warning],
    ['Booked on', formatDateFull(booked_on)],
    ['Passengers', String(bookingData.passengers.length)],
  ];
  const width = 92;
  return {
    above: 8,
    panel: { colour: colours.soft, radius: colours.radius, padding: 16 },
    stacks: [
      {
        rows: [
          ...toRows(['Booking reference'], { style: 'caption', colour: colours.muted, width: 184 }),
          ...toRows([reference], { style: 'reference', colour: colours.primary, width: 184 }),
        ],
      },
      ...details.map(([label, value, colour], index) => ({
        x: 192 + index * 96,
        rows: [
          ...toRows([label], { style: 'caption', colour: colours.muted, width }),
          ...toRows([value], { style: 'strong', width, ...(colour && { colour }) }),
        ],
      })),
    ],
  };
}

function toAdvice(facts: DocumentFacts, colours: Colours): Block {
  const warn = (text: string) => toRows([text], { style: 'strong', colour: colours.warning });
  const toAdviceRows = () => {
    if (facts.status === 'cancelled') return warn('This booking is cancelled. Nobody can fly with it.');
    if (isCancelledByAirline(facts)) return warn('The airline does not fly these flights.');
    return toRows(['Quote the reference to the airline and at the airport.']);
  };
  return { above: 8, stacks: [{ rows: toAdviceRows() }] };
}

function writeFlights(writer: PdfWriter, facts: DocumentFacts, colours: Colours): void {
  const { bookingData: data } = facts;
  const notes = [
    ...(getOpenChange(data) && !isCancelledByAirline(facts)
      ? ['The airline has changed these flights and waits for your answer.']
      : []),
    ...listConnectionProblems(data),
  ];
  const caption = { style: 'caption', colour: colours.muted } as const;
  const heading: Block[] = [
    toHeading('Flights'),
    {
      stacks: [
        {
          rows: [
            ...toRows(['All times are local to the airport.'], caption),
            ...toRows(notes, { style: 'strong', colour: colours.warning }),
          ],
        },
      ],
    },
  ];
  for (const [index, slice] of data.slices.entries()) {
    const { segments, origin, destination, departure_time, duration } = slice;
    const route = `${getCityName(origin)} to ${getCityName(destination)}`;
    const length = `${formatDay(departure_time)}, ${formatDuration(duration)}, ${stopsLabel(segments.length)}`;
    const sliceHeading: Block = {
      above: 8,
      line: colours.line,
      stacks: [
        {
          rows: [
            ...toRows([`${index === 0 ? 'Outbound' : 'Return'}: ${route}`], { style: 'strong', tag: 'H3' }),
            ...toRows([length], caption),
          ],
        },
      ],
    };
    for (const [position, segment] of segments.entries()) {
      const previous = segments[position - 1];
      writer.write(
        ...(index === 0 && position === 0 ? heading : []),
        previous ? toLayover(formatLayover(previous, segment), colours) : sliceHeading,
        ...toFlight(data, segment, colours),
      );
    }
  }
}

const toLayover = (text: string, { muted }: Colours): Block => ({
  above: 8,
  stacks: [
    { x: indent, rows: toRows([text], { width: contentWidth - indent, style: 'caption', colour: muted }) },
  ],
});

function toFlight(data: BookingData, segment: Segment, colours: Colours): Block[] {
  const { marketing_carrier: carrier, flight_number: number } = segment;
  const { width } = column;
  const flight: Stack = {
    x: column.second,
    rows: [
      ...toRows([`${getCarrierName(carrier) ?? 'Airline'} ${number ?? ''}`.trim()], {
        style: 'strong',
        width,
      }),
      ...toRows([formatSegmentFacts(segment)], { style: 'caption', colour: colours.muted, width }),
    ],
  };
  const { departing_at, arriving_at, origin, destination, origin_terminal, destination_terminal } = segment;
  const [departure, arrival] = [
    toEnd({ time: departing_at, place: origin, terminal: origin_terminal }, colours),
    toEnd({ time: arriving_at, place: destination, terminal: destination_terminal }, colours),
  ];
  return [
    { above: 8, stacks: [{ rows: departure }, flight] },
    { above: 4, stacks: [{ rows: arrival }] },
    toExtras(
      listFlightExtras(data, segment.id).map(
        ({ passenger, extras }) => `${formatPassengerName(passenger)}: ${extras.join(', ')}`,
      ),
    ),
  ];
}

interface End {
  time: string | null;
  place: Place;
  terminal: string | undefined;
}

/** When and where a flight departs or arrives. */
function toEnd({ time, place, terminal }: End, { muted }: Colours): Row[] {
  const cell = { x: indent, width: column.second - indent - 8 };
  const details = [formatDay(time), place.name, terminal && `Terminal ${terminal}`].filter(Boolean);
  return [
    {
      cells: [
        { text: formatTime(time), width: indent - 8, style: 'strong' },
        { ...cell, text: `${getCityName(place)} (${place.iata_code ?? 'N/A'})`, style: 'strong' },
      ],
    },
    ...toRows([details.join(', ')], { ...cell, style: 'caption', colour: muted }),
  ];
}

/** In two columns, which keep a group on its page. */
function toExtras(extras: readonly string[]): Block {
  const lines = extras.length > 0 ? extras : ['No seats chosen'];
  const half = lines.length > 2 ? Math.ceil(lines.length / 2) : lines.length;
  const left = {
    style: 'caption',
    width: (half < lines.length ? column.second : contentWidth) - indent - 8,
  } as const;
  return {
    above: 4,
    stacks: [
      { x: indent, rows: toRows(lines.slice(0, half), left) },
      { x: column.second, rows: toRows(lines.slice(half), { style: 'caption', width: column.width }) },
    ],
  };
}

function describeTickets(
  { tickets: { state, tickets }, status }: DocumentFacts,
  passengerId: string,
): string {
  const numbers = tickets
    .filter(({ passenger_id }) => passenger_id === passengerId)
    .map(({ number }) => number);
  if (numbers.length > 0) return numbers.join(', ');
  return status !== 'cancelled' && state === 'awaited' ? 'Being issued by the airline' : 'None';
}

function toPassengers(facts: DocumentFacts, colours: Colours): Block {
  const columns = [
    { x: 0, width: 216 },
    { x: 224, width: 64 },
    { x: column.second, width: column.width },
  ];
  const toRow = (texts: readonly string[], cell: Partial<Cell> = {}): Row => ({
    above: 4,
    cells: texts.map((text, index) => ({ text, ...columns[index]!, ...cell })),
  });
  const { passengers } = facts.bookingData;
  return {
    above: 8,
    line: colours.line,
    stacks: [
      {
        isTable: true,
        rows: [
          toRow(['Name', 'Traveller', 'E-ticket'], { style: 'caption', colour: colours.muted, tag: 'TH' }),
          ...passengers.map((passenger) =>
            toRow([
              formatPassengerName(passenger),
              passengerLabels[passenger.type],
              describeTickets(facts, passenger.id),
            ]),
          ),
        ],
      },
    ],
  };
}

/** The bags that were bought, and what to do without e-tickets. */
function toPassengerNotes({ bookingData: data, tickets, status }: DocumentFacts): Block[] {
  const { passengers, bags, slices, total_currency: currency } = data;
  const bought = bags.map((bag) => {
    const passenger = passengers.find(({ id }) => id === bag.passenger_id);
    return `${passenger ? `${formatPassengerName(passenger)}: ` : ''}${formatBoughtBag(bag, slices, currency)}`;
  });
  const isMissing = status !== 'cancelled' && tickets.state === 'missing';
  const notes = [
    ...bought,
    ...(isMissing ? ['Some airlines issue no e-tickets: the booking reference is enough to check in.'] : []),
  ];
  return notes.map((note, index) => ({
    above: index === 0 ? 8 : 0,
    stacks: [{ rows: toRows([note], { style: 'caption' }) }],
  }));
}

function toFare({ bookingData: data }: DocumentFacts): Block {
  const fare = formatFare(data.slices);
  return {
    above: 4,
    stacks: [
      {
        rows: [
          ...toRows(fare ? [fare] : [], { style: 'strong' }),
          ...toRows(listFareRules(data, formatPrice).map(({ text }) => text)),
        ],
      },
    ],
  };
}

/** Who has sold the trip, in lines. */
function listCompany({ name, contact, company, partner }: DocumentFacts['brand']): string[] {
  const { legalName, registration, registeredOffice } = company;
  return [
    legalName || name,
    registration,
    registeredOffice || contact.address,
    ...(partner.name ? [partner.name, partner.address, partner.phone] : []),
  ].filter(Boolean);
}

function toReceipt(facts: DocumentFacts, { line, muted }: Colours): Block {
  const { id, bookingData: data, payment, paid_on, brand } = facts;
  const { total_amount: total, total_currency: currency } = data;
  const toAmount = (label: string, amount: string, cell: Partial<Cell> = {}): Row => ({
    above: 4,
    cells: [
      { text: label, width: 152, ...cell },
      { text: formatPrice(amount, currency), x: 152, width: 112, align: 'right', ...cell },
    ],
  });
  const details = [
    ['Receipt number', id],
    ['Date', paid_on === null ? '' : formatDateFull(paid_on)],
    ['Card', payment.card ? formatCard(payment.card) : ''],
  ] as const;
  const small = { width: column.width, style: 'caption' } as const;
  return {
    above: 8,
    line,
    stacks: [
      {
        isTable: true,
        rows: [
          ...listPriceParts(data).map(({ label, amount }) => toAmount(label, amount)),
          toAmount(`Total (${currency})`, total, { style: 'strong' }),
        ],
      },
      {
        x: column.second,
        rows: [
          ...details
            .filter(([, value]) => value !== '')
            .flatMap(([label, value]) => [
              ...toRows([label], { ...small, colour: muted }),
              ...toRows([value], small),
            ]),
          { above: 8, cells: [] },
          ...toRows(listCompany(brand), small),
        ],
      },
    ],
  };
}

/** What was paid, changed and refunded. */
const listMoneySentences = ({ bookingData: data, payment, changes, refund }: DocumentFacts): string[] => [
  describePayment(payment, refundFormats.price(getFirstAmount(data, changes), data.total_currency)),
  ...changes.map(describeChange),
  ...(refund ? describeBookingRefund(refund, refundFormats) : []),
];
