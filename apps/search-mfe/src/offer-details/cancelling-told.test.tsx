import type { OfferDetails } from '@fareline/contracts';
import { cancellingCases, readClaims, sampleOffer } from '@fareline/contracts/testing';
import { FareRuleLines } from '@fareline/ui-theme/widgets';
import { expect, it } from 'vitest';
import { describeFareTerms } from '../offers/fare-terms.ts';
import { renderElement } from '../testing/harness.tsx';
import { FareRules } from './fare-rules.tsx';
import { PriceSummary } from './price-summary.tsx';

const beforeBooking = cancellingCases.filter(({ name }) => name.endsWith('minutes after booking'));

it.each(beforeBooking)(
  '[RULE-04] list, offer, its rules and the checkout claim of a fare that is $name, before that: $claims',
  ({ booking, claims }) => {
    const { conditions, slices, total_amount } = booking.bookingData;
    const offer: OfferDetails = {
      ...sampleOffer({ conditions, slices, total_amount, created_at: booking.created_at }),
      ...{ listed: null, has_extras: true },
    };
    const read = (element: React.ReactElement) =>
      renderElement(element, { path: '/', url: '/' }).container.textContent;
    const texts = {
      offer: read(<PriceSummary offer={offer} />),
      rules: read(<FareRules offer={offer} />),
      checkout: read(<FareRuleLines sold={offer} moment={offer} />),
    };
    const table = Object.entries(texts).map(([surface, text]) => [surface, readClaims(text)]);
    expect(table).toEqual(Object.keys(texts).map((surface) => [surface, claims]));
    // A few words name the time only where they say that there is no refund.
    const [byFare, first] = claims;
    expect(readClaims(describeFareTerms(offer))).toEqual(byFare === 'nothing' ? [byFare, first] : [byFare]);
  },
);
