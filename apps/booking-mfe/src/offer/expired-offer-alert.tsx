import type { VerifyResult } from '@fareline/contracts';
import { Button } from '@fareline/ui-theme';
import { Alert } from '@fareline/ui-theme/widgets';
import { isOfferUnavailable } from './verify-offer-validity.ts';

/** Says that the offer has expired and leads to the results; what was entered is kept. Nothing for another offer. (PAX-25) */
export function ExpiredOfferAlert({
  check,
  onLeave,
}: {
  check: VerifyResult | undefined;
  onLeave: () => void;
}) {
  if (!isOfferUnavailable(check)) return null;
  return (
    <Alert
      variant="destructive"
      action={
        <Button variant="secondary" onClick={onLeave}>
          Search again
        </Button>
      }
    >
      {check.message}
    </Alert>
  );
}
