import { listFareRules, type BookingData } from '@fareline/contracts';
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
            We ask the airline for the new flights and tell you its fee and the difference in fare. Nothing is
            changed before you agree. {contact}
          </p>
        )}
      </AccordionItem>
      <AccordionItem value="seats" title="Manage Seats">
        <p>
          Your seats stand with each flight. With the booking reference you choose others on {site}, as far as
          it still has seats to offer; a seat that costs more is paid there. For help: {contact}
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
