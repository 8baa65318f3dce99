import { Sentence } from '../components/sentence.tsx';
import { listFareRules, type CancellationMoment, type FareRule } from '@fareline/contracts';
import { formatPrice } from '@fareline/presentation/formats';

type Sold = Parameters<typeof listFareRules>[0];

/** The rules of a fare as the screens say them. (PROMISE-03) */
export const describeFareRules = (sold: Sold, moment: CancellationMoment): FareRule[] =>
  listFareRules(sold, moment, formatPrice);

/** Lucide's luggage, refresh-cw and banknote, each as one path: a list of results has a hundred of them. */
const iconPaths = {
  bags: 'M6 20a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2M8 18V4a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v14M10 20h4m4 0a2 2 0 1 1-4 0a2 2 0 1 1 4 0m-8 0a2 2 0 1 1-4 0a2 2 0 1 1 4 0',
  changes:
    'M3 12a9 9 0 0 1 9-9 9.75 9.75 0 0 1 6.74 2.74L21 8M21 3v5h-5M21 12a9 9 0 0 1-9 9 9.75 9.75 0 0 1-6.74-2.74L3 16M8 16H3v5',
  refund:
    'M4 6h16a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-16a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2zM14 12a2 2 0 1 1-4 0a2 2 0 1 1 4 0M6 12h.01M18 12h.01',
};

interface FareRuleIconProps {
  kind: keyof typeof iconPaths;
  size: number;
}

/** Stands beside a word. */
export const FareRuleIcon = ({ kind, size }: FareRuleIconProps) => (
  <svg className="ui-fare-rule-icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden>
    <path d={iconPaths[kind]} />
  </svg>
);

/** The fare rules as lines of small text, for a summary. */
export const FareRuleLines = ({ sold, moment }: { sold: Sold; moment: CancellationMoment }) => (
  <RuleLines rules={describeFareRules(sold, moment)} />
);

/** Rules as lines of small text, each behind its icon. */
export const RuleLines = ({ rules }: { rules: readonly FareRule[] }) => (
  <div className="ui-fare-rules">
    {rules.map(({ kind, text }) => (
      <p key={kind}>
        <FareRuleIcon kind={kind} size={16} />
        <Sentence>{text}</Sentence>
      </p>
    ))}
  </div>
);
