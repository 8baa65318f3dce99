import { deleteTraveller, type SavedTraveller } from '@fareline/contracts';
import { call, ResponseError } from '@fareline/contracts/client';
import { formatDateFull, today } from '@fareline/presentation/formats';
import { announce, Badge, Button, Card, EmptyState, VisuallyHidden } from '@fareline/ui-theme';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import Users from 'lucide-react/icons/users';
import { useRef } from 'react';
import { Link } from 'react-router';
import { showFailure } from '../forms/show-failure.ts';

const getName = ({ firstName, lastName }: SavedTraveller) => `${firstName} ${lastName}`;

/** A traveller that was deleted elsewhere is gone too. */
async function remove({ id }: SavedTraveller): Promise<void> {
  try {
    await call(deleteTraveller, { params: { id } });
  } catch (failure) {
    if (!(failure instanceof ResponseError && failure.code === 'TRAVELLER_NOT_FOUND')) throw failure;
  }
}

/** The saved travellers; after a deletion the focus goes on to the next one. */
export function TravellerList({
  travellers,
  queryKey,
}: {
  travellers: readonly SavedTraveller[];
  queryKey: readonly unknown[];
}) {
  const queryClient = useQueryClient();
  const content = useRef<HTMLDivElement>(null);
  const forget = (traveller: SavedTraveller) => {
    const buttons = [...(content.current?.querySelectorAll('button') ?? [])];
    const index = buttons.findIndex((button) => button === document.activeElement);
    if (index >= 0 && index === travellers.indexOf(traveller))
      (buttons[index + 1] ?? buttons[index - 1] ?? content.current)?.focus();
    queryClient.setQueryData<SavedTraveller[]>(queryKey, (list) =>
      list?.filter(({ id }) => id !== traveller.id),
    );
    announce(`${getName(traveller)} is deleted`);
  };
  return (
    <div ref={content} tabIndex={-1} className="outline-offset-4">
      {travellers.length === 0 ? (
        <EmptyState
          icon={Users}
          title="No saved travellers"
          text="Choose “Save for my next booking” beside a passenger when you book, and you need not type the names, dates and passport again."
          action={
            <Button asChild>
              <Link to="/">Search Flights</Link>
            </Button>
          }
        />
      ) : (
        <ul className="grid grid-cols-1 gap-4 lg:grid-cols-2" aria-label="Saved travellers">
          {travellers.map((traveller) => (
            <TravellerCard key={traveller.id} traveller={traveller} onDeleted={() => forget(traveller)} />
          ))}
        </ul>
      )}
    </div>
  );
}

function TravellerCard({ traveller, onDeleted }: { traveller: SavedTraveller; onDeleted: () => void }) {
  const deletion = useMutation({
    mutationFn: () => remove(traveller),
    onSuccess: onDeleted,
    onError: (failure) => showFailure(failure, `${getName(traveller)} is not deleted`),
  });
  return (
    <Card asChild className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-4 p-5">
      <li>
        <div className="grid gap-1">
          <h2 className="section-heading wrap-anywhere" translate="no">
            {getName(traveller)}
          </h2>
          <p>Born {formatDateFull(traveller.dateOfBirth)}</p>
          <Passport traveller={traveller} />
        </div>
        <Button
          variant="secondary"
          size="small"
          loading={deletion.isPending}
          onClick={() => deletion.mutate()}
        >
          Delete <VisuallyHidden>{getName(traveller)}</VisuallyHidden>
        </Button>
      </li>
    </Card>
  );
}

/** The number shows its last three characters only. */
function Passport({ traveller }: { traveller: SavedTraveller }) {
  const { passportNumber, passportExpiryDate: expiry } = traveller;
  if (!passportNumber) return <p className="caption-text">No passport</p>;
  return (
    <p className="caption-text flex flex-wrap items-center gap-x-2">
      <span>
        Passport ending in <span translate="no">{passportNumber.slice(-3)}</span>
        {expiry && `, valid until ${formatDateFull(expiry)}`}
      </span>
      {expiry && expiry <= today() && <Badge variant="warning">Expired</Badge>}
    </p>
  );
}
