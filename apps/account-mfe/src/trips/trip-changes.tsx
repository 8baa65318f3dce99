import { listFareRules, type BookingData } from '@fareline/contracts';
import { newFlightsAsked, seatsAtAirline } from '@fareline/contracts/promises';
import { formatPrice, Sentence } from '@fareline/ui-theme';
import { Accordion, AccordionItem, AirlineSite } from '@fareline/ui-theme/widgets';
import { ContactLink } from './contact-link.tsx';

const formatAmount = (amount: string, currency: string) => `${formatPrice(amount, currency)} (${currency})`;

/** What can be changed after the purchase, at what price, and how. (TRIP-02, FAQ-08) */
export function TripChanges({ booking }: { booking: BookingData }) {
  const { conditions } = booking;
  const rule = listFareRules(booking, formatAmount).find(({ kind }) => kind === 'changes');
  const contact = <ContactLink label="change_trip" />;
  const site = <AirlineSite carrier={booking.slices[0]?.segments[0]?.marketing_carrier} />;
  return (
    <Accordion type="single" collapsible>
      <AccordionItem value="flight" title="Change Flight">
        <p>
          <Sentence>{`${rule?.text}.`}</Sentence>
        </p>
        {conditions.changeable === false ? (
          <p className="mt-2">
            If you cannot travel, see what cancelling gives back. {contact} for other ways.
          </p>
        ) : (
          <p className="mt-2">
            {newFlightsAsked} Nothing is changed before you agree. {contact}
          </p>
        )}
      </AccordionItem>
      <AccordionItem value="seats" title="Manage Seats">
        <p>
          Your seats stand with each flight; the airline changes them on {site}. {seatsAtAirline} For help:{' '}
          {contact}
        </p>
      </AccordionItem>
      <AccordionItem value="extras" title="Manage Extras">
        <p>
          Your bags stand with each passenger. With the booking reference you add more on {site}, which is
          often cheaper than at the airport. {contact} for help.
        </p>
      </AccordionItem>
    </Accordion>
  );
}
