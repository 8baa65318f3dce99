import { Button } from '@fareline/ui-theme';
import { Alert } from '@fareline/ui-theme/widgets';

interface PartialComparisonAlertProps {
  /** Number of offers that filters and sorting cover, the cheapest of `total`. */
  compared: number;
  total: number;
  onRetry: () => void;
}

/** Says that the whole list could not be fetched and what the screen covers, with a retry. (LIST-01) */
export function PartialComparisonAlert({ compared, total, onRetry }: PartialComparisonAlertProps) {
  return (
    <Alert
      variant="warning"
      action={
        <Button variant="secondary" size="small" onClick={onRetry}>
          Compare all flights
        </Button>
      }
    >
      Only the {compared} cheapest of {total} fares could be compared.
    </Alert>
  );
}
