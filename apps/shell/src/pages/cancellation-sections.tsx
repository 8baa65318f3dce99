import { addHours } from '@fareline/contracts/brand';
import {
  airlineHasToAgree,
  allTickets,
  answeredIn2Hours,
  canadianRules,
  cancelOnline,
  cancellationConfirmed,
  choiceAfterChange,
  everythingBack,
  fullRefund,
  neverOwnFee,
  papersAreSent,
  refundSeenFirst,
  refundToSameCard,
  refundableProcessed,
  rulesElsewhere,
} from '@fareline/contracts/promises';
import { PhoneLink } from '@fareline/ui-theme';
import type { Section } from '../info/document-page.tsx';
import { FactsTable } from '../info/facts-table.tsx';
import { WithLink } from '../info/with-link.tsx';
import { SiteLink } from '../navigation/site-link.tsx';

const freeCancellation: Section = {
  id: 'within-24-hours',
  title: '24-hour free cancellation',
  body: (
    <>
      <p>{everythingBack}</p>
      <ul>
        <li>{fullRefund}</li>
        <li>{neverOwnFee}</li>
        <li>{allTickets}</li>
        <li>{airlineHasToAgree}</li>
      </ul>
    </>
  ),
};

const after24Hours: Section = {
  id: 'after-24-hours',
  title: 'Cancellations after 24 hours',
  body: (
    <>
      <p>
        From then on the fare’s rules decide. Airlines charge fees of $200-$500, depending on fare and route.
      </p>
      <h3>Refundable tickets</h3>
      <p>The fare comes back, less the airline’s fee if it has one. {refundableProcessed}</p>
      <h3>Non-refundable tickets</h3>
      <p>
        The fare usually does not come back. Often taxes do, or the airline gives a credit for a later flight,
        less its fee.
      </p>
      <h3>Special circumstances</h3>
      <p>
        Serious illness, a death in the family, military orders or jury duty: many airlines waive their fees
        for these. {papersAreSent}
      </p>
    </>
  ),
};

const airlineCancellations: Section = {
  id: 'airline-cancellations',
  title: 'Airline-initiated cancellations',
  body: (
    <>
      <p>{choiceAfterChange}</p>
      <ul>
        <li>Delays over 3 hours: airlines hand out meal vouchers.</li>
        <li>An overnight wait: ask the airline for a hotel and the way there.</li>
      </ul>
    </>
  ),
};

const refundTimeline: Section = {
  id: 'refund-timeline',
  title: 'Refund processing timeline',
  body: (
    <>
      <FactsTable
        caption="By step"
        columns={['Step', 'Business days']}
        rows={[
          ['Airline approval', '1-3'],
          ['Money back', '3-10'],
        ]}
      />
      <FactsTable
        caption="By cabin"
        columns={['Ticket', 'Days']}
        rows={[
          ['Business', '3-7'],
          ['Premium economy', '5-10'],
          ['Economy, refundable', '7-14'],
        ]}
      />
      <FactsTable
        caption="By means of payment"
        columns={['Paid with', 'Days']}
        rows={[
          ['Credit card', '3-5'],
          ['Debit card', '5-10'],
          ['Bank transfer', '7-14'],
        ]}
      />
    </>
  ),
};

const specialSituations: Section = {
  id: 'special-situations',
  title: 'Special situations',
  body: (
    <>
      <h3>Travel insurance</h3>
      <p>Claims go to your insurer. {cancellationConfirmed}</p>
      <h3>Groups of 10+</h3>
      <p>
        A booking for 10 or more passengers follows its own contract. Contact us before you cancel any part of
        it.
      </p>
      <h3>European Union</h3>
      <p>Long delays and cancellations on flights that EU rules cover bring compensation of 250-600 euros.</p>
      <h3>Canada</h3>
      <p>{canadianRules}</p>
      <h3>Elsewhere</h3>
      <p>Other countries have rules of their own. {rulesElsewhere}</p>
    </>
  ),
};

const importantPoints: Section = {
  id: 'important-points',
  title: 'Important points',
  body: (
    <ul>
      <li>Cancel before departure: a flight missed without notice usually loses its whole value.</li>
      <li>{refundToSameCard}</li>
      <li>Cancelling one flight of a journey can cancel those after it.</li>
      <li>Keep the confirmation until the money has arrived.</li>
    </ul>
  ),
};

/** The sections of the page, the most frequently needed first. */
export function cancellationSections({
  phone,
  email,
  hours,
}: {
  phone: string;
  email: string;
  /** Opening hours of the support. */
  hours: string;
}): Section[] {
  const howToCancel: Section = {
    id: 'how-to-cancel',
    title: 'How to cancel',
    body: (
      <ul>
        {phone && (
          <li>
            {addHours('By phone', hours)}: <PhoneLink phone={phone} label="cta_call_button" />.
          </li>
        )}
        {email && (
          <li>
            By e-mail to <a href={`mailto:${email}`}>{email}</a>, with the booking reference.{' '}
            {answeredIn2Hours}
          </li>
        )}
        {!phone && !email && (
          <li>
            With the form on the <SiteLink to="/contact">contact page</SiteLink>, with the booking reference.
          </li>
        )}
        <li>
          <WithLink words="My Trips" to="/my-trips">
            {cancelOnline}
          </WithLink>{' '}
          {refundSeenFirst}
        </li>
      </ul>
    ),
  };
  return [
    freeCancellation,
    after24Hours,
    airlineCancellations,
    refundTimeline,
    howToCancel,
    specialSituations,
    importantPoints,
  ];
}
