import { Sentence } from '../components/sentence.tsx';
import { listFareRules, type FareRule } from '@fareline/contracts';
import { formatPrice } from '../formats/price.ts';

type Sold = Parameters<typeof listFareRules>[0];

/** The rules of a fare as the screens say them. (PROMISE-03) */
export const describeFareRules = (sold: Sold): FareRule[] => listFareRules(sold, formatPrice);

/** The same as lines of small text, for a summary. */
export const FareRuleLines = ({ sold }: { sold: Sold }) =>
  describeFareRules(sold).map(({ kind, text }) => (
    <p key={kind} className="caption-text">
      <Sentence>{text}</Sentence>
    </p>
  ));
