import type { PassengerForm } from '@fareline/contracts';
import { Alert } from '@fareline/ui-theme/widgets';
import type { Ref } from 'react';
import type { FieldErrors } from 'react-hook-form';

export const fieldId = (index: number, field: string): string => `passenger-${index}-${field}`;

/** More errors of a passenger are counted, because each stands beside its field too. */
const maxListed = 3;

function toErrorItems(errors: FieldErrors<PassengerForm>) {
  const blocks = Array.isArray(errors.passengers) ? errors.passengers : [];
  return blocks.flatMap((block, index) => {
    const items = Object.entries(block ?? {}).map(([field, error]) => ({
      id: fieldId(index, field),
      text: `Passenger ${index + 1}: ${(error as { message?: string }).message ?? ''}`,
    }));
    const [first] = items;
    if (!first || items.length <= maxListed) return items;
    return [{ id: first.id, text: `Passenger ${index + 1}: ${items.length} fields` }];
  });
}

/** The form errors in one list, which links to their fields. It gets the focus when a submit fails. */
export function ErrorSummary({
  banner,
  errors,
  ref,
}: {
  banner: string;
  errors: FieldErrors<PassengerForm>;
  ref: Ref<HTMLDivElement>;
}) {
  const focusField = (id: string) => {
    const field = document.getElementById(id);
    field?.scrollIntoView({ block: 'center' });
    field?.focus({ preventScroll: true });
  };
  return (
    <Alert ref={ref} variant="destructive" title={banner} tabIndex={-1}>
      <ul className="grid gap-1">
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
