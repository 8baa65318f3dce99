import { sampleConditions, sampleOffer } from '@fareline/contracts/testing';
import { MfeScope } from '@fareline/ui-theme';
import { PriceSummary as Summary } from './price-summary.tsx';

export default { title: 'Search/Offer' };

const conditions = sampleConditions({ refundable: true, changeable: false });

export const PriceSummary = () => (
  <MfeScope name="search">
    <Summary
      offer={{
        ...sampleOffer({ conditions, included_bags: { cabin: 1, checked: 1 } }),
        listed: null,
        has_extras: true,
      }}
    />
  </MfeScope>
);
