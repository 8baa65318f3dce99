import { Button, PhoneLink, useBrand } from '@fareline/ui-theme';
import Headphones from 'lucide-react/icons/headphones';
import { Link } from 'react-router';

/** The multi-city message: such itineraries are booked by phone. (FORM-03) */
export default function CallExperts({ phoneLabel }: { phoneLabel: string }) {
  const { contact } = useBrand();
  return (
    <div className="flex flex-col items-start gap-4 py-4 md:flex-row md:items-center">
      <span className="grid size-12 shrink-0 place-items-center rounded-round bg-primary-soft text-primary-ink">
        <Headphones size={22} />
      </span>
      <div className="flex-1">
        <p className="text-large font-semibold">Several stops are best planned with a person</p>
        <p className="text-text-muted">
          {contact.phone ? 'Call' : 'Write to'} our experts for a multi-city journey. They find the cheapest
          way to join your flights.
        </p>
      </div>
      {contact.phone ? (
        <PhoneLink
          phone={contact.phone}
          label={phoneLabel}
          className="ui-button"
          data-variant="primary"
          data-size="large"
        >
          Call {contact.phone}
        </PhoneLink>
      ) : (
        <Button asChild size="large">
          <Link to="/contact">Write to us</Link>
        </Button>
      )}
    </div>
  );
}
