import { describeBookingRefund, formatCard } from '@fareline/contracts';
import {
  describeChange,
  describeGivenUp,
  describePayment,
  formatDateFull,
  formatPrice,
  getFirstAmount,
  labelWithCode,
  listPriceParts,
  refundFormats,
} from '@fareline/presentation/formats';
import { column, toRows, type Colours, type DocumentFacts } from './document-parts.ts';
import type { Block, Cell, Row } from './pdf-writer.ts';

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

/** Price parts beside card and seller. */
export function toReceipt(facts: DocumentFacts, { line, muted }: Colours): Block {
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
          toAmount(labelWithCode('Total', currency), total, { style: 'strong' }),
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

/** What was paid, changed, given up with a change, and refunded. (RULE-02) */
export const listMoneySentences = ({
  bookingData: data,
  payment,
  changes,
  refund,
}: DocumentFacts): string[] => [
  describePayment(payment, refundFormats.price(getFirstAmount(data, changes), data.total_currency)),
  ...changes.flatMap((change) => {
    const { state, terms, removed_slices } = change;
    const givenUp = state !== 'failed' && describeGivenUp(terms, removed_slices, data);
    return [describeChange(change), ...(givenUp ? [givenUp] : [])];
  }),
  ...(refund ? describeBookingRefund(refund, refundFormats) : []),
];
