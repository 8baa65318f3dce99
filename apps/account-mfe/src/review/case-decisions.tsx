import type { CaseDecision, ReviewCase } from '@fareline/contracts';
import { caseDecisions } from '@fareline/contracts/schemas';
import { Button } from '@fareline/ui-theme';
import { useState } from 'react';
import { CaseDialog } from './case-dialog.tsx';

/** Buttons for what the service says can be decided on a case. (REVIEW-02, LEDGER-05) */
export function CaseDecisions({ reviewCase }: { reviewCase: ReviewCase }) {
  const { decisions, booking, subject } = reviewCase;
  const [decision, setDecision] = useState<CaseDecision>();
  return (
    <>
      {decisions.map((possible) => (
        <Button
          key={possible}
          variant={possible === 'close' ? 'ghost' : 'secondary'}
          onClick={() => setDecision(possible)}
        >
          {possible === 'close' ? (
            <>
              {caseDecisions.close.label}{' '}
              <span className="sr-only">the case {booking?.reference ?? subject}</span>
            </>
          ) : (
            caseDecisions[possible].label
          )}
        </Button>
      ))}
      {decision && (
        <CaseDialog reviewCase={reviewCase} decision={decision} onClose={() => setDecision(undefined)} />
      )}
    </>
  );
}
