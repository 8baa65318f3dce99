import type { OfferDetails } from '@fareline/contracts';
import { formatPrice } from '@fareline/presentation/formats';
import { Sentence, useAnnounce } from '@fareline/ui-theme';
import { Alert } from '@fareline/ui-theme/widgets';

/** The differences of price and fare between the list and the current offer, as sentences. */
function describeChanges({ listed, ...offer }: OfferDetails): string[] {
  if (!listed) return [];
  const before = formatPrice(listed.total_amount, listed.total_currency);
  const now = formatPrice(offer.total_amount, offer.total_currency);
  const fare = offer.slices[0]?.fare_brand_name ?? null;
  return [
    ...(before === now ? [] : [`The price has changed since the list: it was ${before}, it is now ${now}.`]),
    ...(listed.fare_brand_name === fare
      ? []
      : [
          `The fare has changed since the list: it was ${listed.fare_brand_name ?? 'without a name'}, it is now ${fare ?? 'without a name'}.`,
        ]),
  ];
}

/** Shows old and new price or fare before the booking starts. (PROVIDER-02) */
export function OfferChangeAlert({ offer }: { offer: OfferDetails }) {
  const changes = describeChanges(offer).join(' ');
  useAnnounce(changes);
  if (!changes) return null;
  return (
    <Alert variant="warning" title="This offer is not what the list said">
      <Sentence>{changes}</Sentence>
    </Alert>
  );
}
