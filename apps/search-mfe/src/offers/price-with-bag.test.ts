import type { CheckedBag } from '@fareline/contracts';
import { sampleOffer } from '@fareline/contracts/testing';
import { describe, expect, it } from 'vitest';
import { formatPriceWithBag, getPriceWithBag } from './price-with-bag.ts';
import { describeEmissions, formatEmissions } from './format-emissions.ts';
import { formatPricePerPerson } from './format-price-per-person.ts';

const adults = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `pas_${index}`, type: 'adult' as const }));

describe('price with a checked bag', () => {
  it.each([
    [
      { status: 'paid' as const, total_amount: '80.50' },
      { minor: 48050, status: 'paid' },
    ],
    [
      { status: 'included' as const, total_amount: null },
      { minor: 40000, status: 'included' },
    ],
    [
      { status: 'unknown' as const, total_amount: null },
      { minor: 40000, status: 'unknown' },
    ],
    [
      { status: 'paid' as const, total_amount: 'a lot' },
      { minor: 40000, status: 'unknown' },
    ],
  ])('for %j is %j', (checked_bag, expected) => {
    expect(getPriceWithBag(sampleOffer({ id: 'a', total_amount: '400', checked_bag }))).toEqual(expected);
  });

  it('[FORMAT-04] is unknown when the fare cannot be parsed', () => {
    const checked_bag = { status: 'paid' as const, total_amount: '80' };
    expect(getPriceWithBag(sampleOffer({ id: 'a', total_amount: 'a lot', checked_bag })).status).toBe(
      'unknown',
    );
  });

  it('[FORMAT-01] is in the minor unit of the currency: yen for JPY, thousandths for KWD', () => {
    const paid = (total_amount: string) => ({ status: 'paid' as const, total_amount });
    expect(
      getPriceWithBag(
        sampleOffer({ id: 'a', total_amount: '40000', total_currency: 'JPY', checked_bag: paid('6000') }),
      ).minor,
    ).toBe(46000);
    expect(
      getPriceWithBag(
        sampleOffer({ id: 'a', total_amount: '120', total_currency: 'KWD', checked_bag: paid('9.300') }),
      ).minor,
    ).toBe(129300);
  });
});

describe('the text of the price with a checked bag', () => {
  const format = (checked_bag: CheckedBag, travellers = 1, total_currency = 'USD') =>
    formatPriceWithBag(
      sampleOffer({ total_amount: '400', total_currency, checked_bag, passengers: adults(travellers) }),
    );

  it('names the bag of one traveller, or bags for all', () => {
    expect(format({ status: 'paid', total_amount: '80.50' })).toBe('With a checked bag: $480.50');
    expect(format({ status: 'paid', total_amount: '161' }, 2)).toBe('With checked bags for all: $561');
    expect(format({ status: 'paid', total_amount: '80' }, 1, 'GBP')).toBe('With a checked bag: £480');
  });

  it('is missing where the bag is included or its price is unknown', () => {
    expect(format({ status: 'included', total_amount: null })).toBeUndefined();
    expect(format({ status: 'unknown', total_amount: null })).toBeUndefined();
    expect(format({ status: 'paid', total_amount: null })).toBeUndefined();
  });
});

describe('price per person', () => {
  it('is the total divided by travellers, with "about" when it does not divide evenly', () => {
    expect(formatPricePerPerson(40000, 'USD', 2)).toBe('$200');
    expect(formatPricePerPerson(40001, 'USD', 2)).toBe('about $200.01');
    expect(formatPricePerPerson(10000, 'USD', 3)).toBe('about $33.33');
    expect(formatPricePerPerson(40001, 'JPY', 2)).toBe('about ¥20,001');
    expect(formatPricePerPerson(10000, 'USD', 3, '~')).toBe('~$33.33');
  });

  it('is undefined for one traveller and for a price that cannot be parsed', () => {
    expect(formatPricePerPerson(40000, 'USD', 1)).toBeUndefined();
    expect(formatPricePerPerson(Number.MAX_SAFE_INTEGER, 'USD', 2)).toBeUndefined();
  });
});

describe('emissions', () => {
  const offer = (total_emissions_kg: string | null) =>
    sampleOffer({ id: 'a', total_amount: '400', total_emissions_kg, passengers: adults(2) });
  it.each([
    [
      '800',
      500,
      '−20% CO2',
      'This journey causes 400 kg of CO2 per person, 20% below the median of this search, which is 500 kg',
    ],
    [
      '1200',
      500,
      '+20% CO2',
      'This journey causes 600 kg of CO2 per person, 20% above the median of this search, which is 500 kg',
    ],
    [
      '1080',
      500,
      undefined,
      'This journey causes 540 kg of CO2 per person, 8% above the median of this search, which is 500 kg',
    ],
    [
      '1000',
      500,
      undefined,
      'This journey causes 500 kg of CO2 per person, which is the median of this search',
    ],
    ['800', null, undefined, 'This journey causes 400 kg of CO2 per person'],
    [null, 500, undefined, undefined],
    ['unknown', 500, undefined, undefined],
  ])('of %s kg with a median of %s', (total, median, short, full) => {
    expect(formatEmissions(offer(total), median)).toBe(short);
    expect(describeEmissions(offer(total), median)).toBe(full);
  });
});
