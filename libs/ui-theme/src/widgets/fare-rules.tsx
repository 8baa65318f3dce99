import Banknote from 'lucide-react/icons/banknote';
import Luggage from 'lucide-react/icons/luggage';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { Sentence } from '../components/sentence.tsx';
import { listFareRules, type FareRule } from '@fareline/contracts';
import { formatPrice } from '../formats/price.ts';

type Sold = Parameters<typeof listFareRules>[0];

/** The rules of a fare as the screens say them. (PROMISE-03) */
export const describeFareRules = (sold: Sold): FareRule[] => listFareRules(sold, formatPrice);

/** Stand beside a word. */
export const fareRuleIcons = { bags: Luggage, changes: RefreshCw, refund: Banknote };

/** The same as lines of small text, for a summary. */
export const FareRuleLines = ({ sold }: { sold: Sold }) => (
  <div className="ui-fare-rules">
    {describeFareRules(sold).map(({ kind, text }) => {
      const Icon = fareRuleIcons[kind];
      return (
        <p key={kind}>
          <Icon size={16} strokeWidth={1.5} />
          <Sentence>{text}</Sentence>
        </p>
      );
    })}
  </div>
);
