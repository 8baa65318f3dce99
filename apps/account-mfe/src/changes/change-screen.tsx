import { changeRefusals, searchChangeOffers, type ChangeSearch } from '@fareline/contracts';
import { call } from '@fareline/contracts/client';
import { flightsAsked } from '@fareline/contracts/promises';
import { useMutation } from '@tanstack/react-query';
import { ContactLink } from '../trips/contact-link.tsx';
import type { BookingDetails } from '../trips/trip-queries.ts';
import { ChangeOffers } from './change-offers.tsx';
import { ChangePage, NotOnline } from './change-page.tsx';
import { ChangeSearchForm } from './change-search-form.tsx';
import { useAgreement } from './use-agreement.ts';
import { useAsked } from './use-asked.ts';

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
  const choose = useAgreement(id);
  const { asked, keep } = useAsked();
  const help = <ContactLink label="change_trip" />;
  const refusal = changeRefusals[options.changeability];
  if (refusal !== null)
    return <NotOnline id={id} title="This flight cannot be changed here" reason={refusal} />;
  const wait = booking.address_correction?.wait;
  if (wait) return <NotOnline id={id} title="This flight cannot be changed yet" reason={wait.text} />;
  return (
    <>
      <header className="grid gap-1">
        <h1 className="page-heading">Change your flight</h1>
        <p>{flightsAsked} Nothing is changed before you agree.</p>
      </header>
      <ChangeSearchForm
        trip={booking}
        request={search}
        initial={asked.search}
        onSearch={(body) => {
          keep({ search: body });
          search.mutate(body);
        }}
        help={help}
      />
      <ChangeOffers trip={booking} request={search} choose={choose} help={help} />
    </>
  );
}
