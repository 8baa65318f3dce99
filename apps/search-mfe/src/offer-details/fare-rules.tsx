import { findCancellationException, type Offer, type OfferDetails, type Service } from '@fareline/contracts';
import { getRetryAfterSeconds, retryWhenBusy } from '@fareline/contracts/client';
import { unknownRuleIsAsked } from '@fareline/contracts/promises';
import { formatPrice } from '@fareline/presentation/formats';
import { LoadingText, PriceText, Sentence } from '@fareline/ui-theme';
import { useQuery } from '@tanstack/react-query';
import { offerWithExtrasQueryOptions } from '../offers/offer-queries.ts';
import { FailedLoadAlert, RefusedLoadAlert } from './tab-load-alerts.tsx';

function Rule({ term, answer, detail }: { term: string; answer: string; detail?: string | undefined }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-6 border-b border-line py-3">
      <dt className="text-text-muted">{term}</dt>
      <dd className="text-end">
        <span className="font-semibold">{answer}</span>
        {detail && (
          <span className="block text-small text-text-muted">
            <Sentence>{detail}</Sentence>
          </span>
        )}
      </dd>
    </div>
  );
}

/** Null means that the airline does not say, which is not a no. (PROVIDER-09) */
function formatYesNo(value: boolean | null): string {
  if (value === null) return 'Unknown';
  return value ? 'Yes' : 'No';
}

function describePenalty(
  allowed: boolean | null,
  amount: string | null,
  currency: string | null,
): string | undefined {
  if (allowed === null) return `The airline does not say. ${unknownRuleIsAsked}`;
  if (!allowed) return undefined;
  if (amount === null) return 'The airline does not say what fee it keeps.';
  return Number(amount) === 0 ? 'No airline fee' : `Airline fee ${formatPrice(amount, currency)}`;
}

/** What the airline keeps by the fare, and what holds in place of it at first. (RULE-04) */
function describeRefund(offer: Offer): string | undefined {
  const { credit_possible, refundable, refund_penalty_amount, refund_penalty_currency } = offer.conditions;
  const byFare = credit_possible
    ? 'The airline says when you cancel whether it gives back money or credit.'
    : describePenalty(refundable, refund_penalty_amount, refund_penalty_currency);
  const exception = findCancellationException(offer, offer)?.replace(/^./, (letter) => letter.toUpperCase());
  if (!exception) return byFare;
  return [...(byFare ? [byFare.replace(/\.$/, '')] : []), exception, ''].join('. ').trim();
}

function ServicePrice({ service: { total_amount: amount, total_currency: currency } }: { service: Service }) {
  if (amount === null) return 'Price unavailable';
  return Number(amount) === 0 ? 'Included' : <PriceText amount={amount} currency={currency} />;
}

/** The fare rules in plain words and the available services. (OFFER-15, OFFER-16) */
export function FareRules({ offer }: { offer: OfferDetails }) {
  const { conditions } = offer;
  return (
    <div className="grid gap-6">
      <dl>
        <Rule term="Refundable" answer={formatYesNo(conditions.refundable)} detail={describeRefund(offer)} />
        <Rule
          term="Changeable"
          answer={formatYesNo(conditions.changeable)}
          detail={describePenalty(
            conditions.changeable,
            conditions.change_penalty_amount,
            conditions.change_penalty_currency,
          )}
        />
        <Rule
          term="Passenger identity documents"
          answer={offer.passenger_identity_documents_required ? 'Required' : 'Not required'}
          detail={
            offer.passenger_identity_documents_required
              ? 'Have the passport of every traveller at hand when you book.'
              : undefined
          }
        />
      </dl>
      <section aria-label="Available services">
        <h3 className="text-body">Available services</h3>
        {offer.has_extras === false ? <LoadedServices offer={offer} /> : <Services offer={offer} />}
      </section>
    </div>
  );
}

function Services({ offer }: { offer: Offer }) {
  if (offer.available_services.length === 0)
    return <p className="mt-2 text-text-muted">No additional services available for this flight.</p>;
  return (
    <ul className="mt-1">
      {offer.available_services.map((service) => (
        <li key={service.id} className="flex justify-between gap-6 border-b border-line py-3">
          <div>
            <p className="font-semibold">{service.name}</p>
            <p className="text-small text-text-muted">{service.description}</p>
          </div>
          <p className="shrink-0 font-semibold figures">
            <ServicePrice service={service} />
          </p>
        </li>
      ))}
    </ul>
  );
}

const meanwhile = 'The fare rules above are complete.';

/** Loads the paid services, which are not stored with an offer of the list, when they are shown. (LIMIT-03) */
function LoadedServices({ offer: { id } }: { offer: Offer }) {
  const services = useQuery({ ...offerWithExtrasQueryOptions(id), ...retryWhenBusy() });
  const { data, error, failureReason, refetch } = services;
  if (data) return <Services offer={data} />;
  if (error)
    return (
      <FailedLoadAlert
        title="The services could not be loaded"
        error={error}
        meanwhile={meanwhile}
        onRetry={refetch}
      />
    );
  if (failureReason && getRetryAfterSeconds(failureReason) !== undefined)
    return <RefusedLoadAlert failure={failureReason} meanwhile={meanwhile} />;
  return <LoadingText>Loading the available services...</LoadingText>;
}
