import { Alert, Checkbox } from '@fareline/ui-theme/widgets';
import { Link } from 'react-router';
import type { TripBookedFailure } from './failures.ts';
import { toStatusPage } from './status-page-path.ts';

interface TripBookedAlertProps {
  failure: TripBookedFailure;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
}

/** The trip is booked already: it is paid again only with consent. (STATUS-05) */
export const TripBookedAlert = ({
  failure: { title, description, booked },
  checked,
  onCheckedChange,
}: TripBookedAlertProps) => (
  <Alert variant="warning" title={title}>
    <p>
      {description}{' '}
      {booked && (
        <Link className="underline" to={toStatusPage(booked.status_token)} target="_blank">
          See your booking {booked.booking_reference}
        </Link>
      )}
    </p>
    <Checkbox
      className="mt-2"
      label="I want to book this trip a second time"
      checked={checked}
      onCheckedChange={(state) => onCheckedChange(state === true)}
    />
  </Alert>
);
