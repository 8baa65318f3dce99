import { newFlightsAsked, seatsAtAirline } from '@fareline/contracts/promises';
import { changeRefusals, listFareRules } from '@fareline/contracts';
import { Button, Sentence } from '@fareline/ui-theme';
import { formatUtc, refundFormats } from '@fareline/presentation/formats';
import { Accordion, AccordionItem, AirlineSite } from '@fareline/ui-theme/widgets';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ContactLink } from './contact-link.tsx';
import { toChangePath, toExtrasPath } from './trip-path.ts';
import type { BookingDetails } from './trip-queries.ts';

/** What can be changed after the purchase, at what price, and how. (TRIP-02, TRIP-03, TRIP-04, FAQ-08) */
export function TripChanges({ booking }: { booking: BookingDetails }) {
  const { id, bookingData, change_options: options } = booking;
  const rule = listFareRules(bookingData, booking, refundFormats.price).find(
    ({ kind }) => kind === 'changes',
  );
  const refusal = changeRefusals[options.changeability];
  const wait = booking.address_correction?.wait;
  const contact = <ContactLink label="change_trip" />;
  const site = <AirlineSite carrier={bookingData.slices[0]?.segments[0]?.marketing_carrier} />;
  return (
    <>
      <Choice name="Change Flight" path={refusal === null && !wait ? toChangePath(id) : undefined}>
        {refusal === null ? (
          <>
            <p>
              <Sentence>
                {options.changeability === 'airline_change'
                  ? 'The airline has changed your flights, so it may offer others whatever your fare.'
                  : `${rule?.text}.`}
              </Sentence>
            </p>
            <p>{newFlightsAsked} Nothing is changed before you agree.</p>
            {wait && (
              <p>
                <Sentence>{`Changing waits until ${formatUtc(wait.until)}, as said above.`}</Sentence>
              </p>
            )}
          </>
        ) : (
          <p>
            {refusal}{' '}
            {options.changeability === 'not_allowed' &&
              'If you cannot travel, see what cancelling gives back. '}
            {contact}
          </p>
        )}
      </Choice>
      <Choice name="Manage Extras" path={options.bags ? toExtrasPath(id) : undefined}>
        {options.bags ? (
          <p>See which bags the airline sells for this trip, and what they cost.</p>
        ) : (
          <p>
            Your bags stand with each passenger. With the booking reference you add more on {site}, which is
            often cheaper than at the airport. {contact} for help.
          </p>
        )}
      </Choice>
      <Accordion type="single" collapsible>
        <AccordionItem value="seats" title="Manage Seats">
          <p>
            Your seats stand with each flight; the airline changes them on {site}. {seatsAtAirline} For help:{' '}
            {contact}
          </p>
        </AccordionItem>
      </Accordion>
    </>
  );
}

interface ChoiceProps {
  name: string;
  /** Path of its page; without it the text says why there is none. */
  path: string | undefined;
  children: ReactNode;
}

const Choice = ({ name, path, children }: ChoiceProps) => (
  <section aria-label={name} className="grid justify-items-start gap-2">
    {path === undefined && <h3 className="font-semibold">{name}</h3>}
    {children}
    {path !== undefined && (
      <Button asChild variant="secondary">
        <Link to={path}>{name}</Link>
      </Button>
    )}
  </section>
);
