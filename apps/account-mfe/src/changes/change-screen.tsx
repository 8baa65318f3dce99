import { changeRefusals, searchChangeOffers, type ChangeSearch } from '@fareline/contracts';
import { call } from '@fareline/contracts/client';
import { flightsAsked } from '@fareline/contracts/promises';
import { useMutation } from '@tanstack/react-query';
import type { BookingDetails } from '../trips/trip-queries.ts';
import { ChangeOffers } from './change-offers.tsx';
import { ChangePage, NotOnline } from './change-page.tsx';
import { ChangeSearchForm } from './change-search-form.tsx';

/** `/my-trips/:id/change`: which flights are to be given up, and the others that the airline offers for them. (TRIP-03) */
export function Component() {
  return (
    <ChangePage title="Change your flight">{(booking) => <ChangeFlight booking={booking} />}</ChangePage>
  );
}

function ChangeFlight({ booking }: { booking: BookingDetails }) {
  const { id, change_options: options } = booking;
  const search = useMutation({
    mutationFn: (body: ChangeSearch) => call(searchChangeOffers, { params: { id }, body }),
  });
  const refusal = changeRefusals[options.changeability];
  if (refusal !== null)
    return <NotOnline id={id} title="This flight cannot be changed here" reason={refusal} />;
  return (
    <>
      <header className="grid gap-1">
        <h1 className="page-heading">Change your flight</h1>
        <p>{flightsAsked} Nothing is changed before you agree.</p>
      </header>
      <ChangeSearchForm booking={booking} request={search} onSearch={(body) => search.mutate(body)} />
      <ChangeOffers booking={booking} request={search} />
    </>
  );
}
