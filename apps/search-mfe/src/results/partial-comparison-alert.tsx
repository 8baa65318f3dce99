import { Button } from '@fareline/ui-theme';
import { Alert } from '@fareline/ui-theme/widgets';

interface PartialComparisonAlertProps {
  /** How many offers filters and order have looked at, the cheapest of `total`. */
  compared: number;
  total: number;
  onCompareAll: () => void;
}

/** The rest of the list could not be fetched: what the screen speaks of, and another try. (LIST-01) */
export function PartialComparisonAlert({ compared, total, onCompareAll }: PartialComparisonAlertProps) {
  return (
    <Alert
      variant="warning"
      action={
        <Button variant="secondary" size="small" onClick={onCompareAll}>
          Compare all flights
        </Button>
      }
    >
      Only the {compared} cheapest of {total} flights could be compared.
    </Alert>
  );
}
