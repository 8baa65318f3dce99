import type { OfferDetails } from '@fareline/contracts';
import { lacksCode } from '@fareline/presentation/formats';
import { Card, PriceText, Sentence } from '@fareline/ui-theme';
import { describeFareRules } from '@fareline/ui-theme/widgets';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import type { ReactNode } from 'react';
import { formatPriceWithBag } from '../offers/price-with-bag.ts';
import { getPriceMinor } from '../offers/offer-properties.ts';
import { formatPricePerPerson } from '../offers/format-price-per-person.ts';
import { BagPriceQuestion } from './bag-price-question.tsx';

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-text-muted">{label}</dt>
      <dd className="figures">{children}</dd>
    </div>
  );
}

function Note({ positive, children }: { positive: boolean; children: string }) {
  return (
    <p className="flex gap-2 text-small">
      {positive ? (
        <CircleCheck className="mt-0.5 shrink-0 text-success-ink" size={16} />
      ) : (
        <Info className="mt-0.5 shrink-0 text-text-muted" size={16} />
      )}
      <Sentence>{children}</Sentence>
    </p>
  );
}

/** The price with its parts, and the refund and change conditions. (OFFER-11, OFFER-12) */
export function PriceSummary({ offer }: { offer: OfferDetails }) {
  const currency = offer.total_currency || 'USD';
  const pricePerPerson = formatPricePerPerson(getPriceMinor(offer), currency, offer.passengers.length);
  const priceWithBag = formatPriceWithBag(offer);
  return (
    <Card className="grid gap-3 p-4 md:gap-4 md:p-5">
      <h2 className="text-large">Price Summary</h2>
      <dl className="grid gap-2">
        <Line label="Base fare">
          <PriceText amount={offer.base_amount} currency={offer.base_currency} className="font-medium" />
        </Line>
        <Line label="Taxes & fees">
          <PriceText amount={offer.tax_amount} currency={offer.tax_currency} className="font-medium" />
        </Line>
        <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-line pt-3">
          <dt className="font-semibold">Total</dt>
          <dd>
            <PriceText amount={offer.total_amount} currency={offer.total_currency} size="large" />
          </dd>
        </div>
      </dl>
      <p className="text-small text-text-muted">
        <Sentence>Price is for all passengers{pricePerPerson && `, ${pricePerPerson} per person`}</Sentence>
      </p>
      {lacksCode(currency) && <p className="-mt-3 text-small text-text-muted">All prices in {currency}</p>}
      {priceWithBag && (
        <p className="text-small">
          <span className="font-semibold figures">
            <Sentence>{priceWithBag}</Sentence>
          </span>
          <br />
          <span className="text-text-muted">The total does not include checked bags.</span>
        </p>
      )}
      {offer.has_extras === false && offer.checked_bag.status === 'unknown' && (
        <BagPriceQuestion offerId={offer.id} />
      )}
      {describeFareRules(offer, offer).map(({ kind, text, isPositive }) => (
        <Note key={kind} positive={isPositive}>
          {text}
        </Note>
      ))}
    </Card>
  );
}
