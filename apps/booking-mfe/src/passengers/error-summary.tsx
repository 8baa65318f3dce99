import type { PassengerForm } from '@fareline/contracts';
import { Alert } from '@fareline/ui-theme/widgets';
import type { FieldErrors } from 'react-hook-form';

export const fieldId = (index: number, field: string): string => `passenger-${index}-${field}`;

export const consentId = 'minors-consent';

/** More errors of a passenger are counted, because each stands beside its field too. */
const maxListed = 3;

function toErrorItems(errors: FieldErrors<PassengerForm>) {
  const blocks = Array.isArray(errors.passengers) ? errors.passengers : [];
  const consent = errors.minorsConsent?.message;
  const ofPassengers = blocks.flatMap((block, index) => {
    const items = Object.entries(block ?? {}).map(([field, error]) => ({
      id: fieldId(index, field),
      text: `Passenger ${index + 1}: ${(error as { message?: string }).message ?? ''}`,
    }));
    const [first] = items;
    if (!first || items.length <= maxListed) return items;
    return [{ id: first.id, text: `Passenger ${index + 1}: ${items.length} fields` }];
  });
  return consent ? [...ofPassengers, { id: consentId, text: consent }] : ofPassengers;
}

/** The form errors in one list, which links to their fields. */
export function ErrorSummary({ banner, errors }: { banner: string; errors: FieldErrors<PassengerForm> }) {
  const focusField = (id: string) => {
    const field = document.getElementById(id);
    field?.scrollIntoView({ block: 'center' });
    field?.focus({ preventScroll: true });
  };
  return (
    <Alert variant="destructive" title={banner}>
      {/* Said with the title, and not again with each field that is corrected. */}
      <ul className="grid gap-1" aria-live="off">
        {toErrorItems(errors).map(({ id, text }) => (
          <li key={id}>
            <a
              className="underline"
              href={`#${id}`}
              onClick={(event) => {
                event.preventDefault();
                focusField(id);
              }}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
