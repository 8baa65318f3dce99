import type { CaseDecision, ReviewCase } from '@fareline/contracts';
import { caseDecisions } from '@fareline/contracts/schemas';
import { Button } from '@fareline/ui-theme';
import { useState } from 'react';
import { CaseDialog } from './case-dialog.tsx';
import { nameCase } from './review-labels.ts';

/** Buttons for what the service says can be decided on a case. (REVIEW-02, LEDGER-05) */
export function CaseDecisions({ reviewCase }: { reviewCase: ReviewCase }) {
  const [decision, setDecision] = useState<CaseDecision>();
  return (
    <>
      {reviewCase.decisions.map((possible) => (
        <Button
          key={possible}
          variant={possible === 'close' ? 'ghost' : 'secondary'}
          onClick={() => setDecision(possible)}
        >
          {caseDecisions[possible].label}{' '}
          <span className="sr-only">
            {possible !== 'close' && 'for '}
            {nameCase(reviewCase)}
          </span>
        </Button>
      ))}
      {decision && (
        <CaseDialog reviewCase={reviewCase} decision={decision} onClose={() => setDecision(undefined)} />
      )}
    </>
  );
}
