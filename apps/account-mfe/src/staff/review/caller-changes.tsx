import {
  changeRefusals,
  quoteReviewedChange,
  searchReviewedChangeOffers,
  type BookingChangeRequest,
  type BookingRecord,
  type ChangeSearch,
} from '@fareline/contracts';
import { call } from '@fareline/contracts/client';
import { Button, LoadingText } from '@fareline/ui-theme';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { BagForm } from '../../changes/bag-form.tsx';
import { ChangeOffers } from '../../changes/change-offers.tsx';
import { ChangeSearchForm } from '../../changes/change-search-form.tsx';
import type { Agreement } from '../../changes/use-agreement.ts';
import { LoadFailure } from '../../failures/load-failure.tsx';
import { ActionDialog, type PossibleAction } from './action-dialog.tsx';
import { reviewedBagsQueryOptions } from './review-queries.ts';
import { Section } from './section.tsx';

/** What a caller can change, by the steps of the traveller; what it does is said before. (TRIP-07) */
export function CallerChanges({ booking }: { booking: BookingRecord }) {
  const [chosen, setChosen] = useState<PossibleAction>();
  const choose = useMutation({
    mutationFn: (body: BookingChangeRequest) =>
      call(quoteReviewedChange, { params: { id: booking.id }, body }),
    onSuccess: ({ change, action, effect }) => setChosen({ action, effect, changeId: change.id }),
  });
  const { changeability, bags } = booking.changeOptions;
  const refusal = changeRefusals[changeability];
  return (
    <>
      <Panel title="Change flights" refusal={refusal} open="Find other flights">
        <FlightSearch booking={booking} choose={choose} />
      </Panel>
      <Panel title="Add bags" refusal={bags ? null : refusal} open="Find bags">
        <Bags booking={booking} choose={choose} />
      </Panel>
      {chosen && <ActionDialog booking={booking} possible={chosen} onClose={() => setChosen(undefined)} />}
    </>
  );
}

interface PanelProps {
  title: string;
  /** Why it cannot be done now. */
  refusal: string | null;
  /** Label of the button; the airline is asked only once it is pressed. */
  open: string;
  children: ReactNode;
}

function Panel({ title, refusal, open, children }: PanelProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Section title={title} empty={refusal ?? false}>
      {isOpen ? (
        children
      ) : (
        <Button variant="secondary" className="justify-self-start" onClick={() => setOpen(true)}>
          {open}
        </Button>
      )}
    </Section>
  );
}

interface ChoiceProps {
  booking: BookingRecord;
  choose: Agreement;
}

const toTrip = ({ trip, changeOptions, cancellability, createdAt }: BookingRecord) => ({
  ...{ bookingData: trip, change_options: changeOptions, cancellability, created_at: createdAt },
});

function FlightSearch({ booking, choose }: ChoiceProps) {
  const search = useMutation({
    mutationFn: (body: ChangeSearch) =>
      call(searchReviewedChangeOffers, { params: { id: booking.id }, body }),
  });
  const trip = toTrip(booking);
  return (
    <>
      <ChangeSearchForm trip={trip} request={search} onSearch={(body) => search.mutate(body)} />
      <ChangeOffers trip={trip} request={search} choose={choose} />
    </>
  );
}

function Bags({ booking, choose }: ChoiceProps) {
  const { data, error, isFetching, refetch } = useQuery(reviewedBagsQueryOptions(booking.id));
  if (data)
    return data.bags.length > 0 ? (
      <BagForm trip={toTrip(booking)} bags={data.bags} agreement={choose} submitLabel="See what it costs" />
    ) : (
      <p>The airline sells no bags for this trip.</p>
    );
  return error ? (
    <LoadFailure
      failure={error}
      title="The bags could not be loaded"
      isFetching={isFetching}
      onRetry={() => void refetch()}
    />
  ) : (
    <LoadingText>Asking the airline which bags it sells...</LoadingText>
  );
}
