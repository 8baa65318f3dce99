import { formatDateFull, formatStatus, isCancelledByAirline } from '@fareline/presentation/formats';
import { writeFlights } from './document-flights.ts';
import { column, getColours, toHeading, toRows, type Colours, type DocumentFacts } from './document-parts.ts';
import { toFare, toPassengers, toPassengerNotes } from './document-passengers.ts';
import { listMoneySentences, toReceipt } from './document-receipt.ts';
import { PdfWriter, type Block } from './pdf-writer.ts';

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

/** Writes name and contact of the brand, on a bar where the brand's pages have a dark header. */
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
