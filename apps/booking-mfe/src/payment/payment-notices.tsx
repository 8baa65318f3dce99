import { cardBrandName } from '@fareline/contracts';
import { formatPrice } from '@fareline/ui-theme';
import { Alert } from '@fareline/ui-theme/widgets';
import type { Authorisation } from './attempt.ts';
import { useIsLive } from './use-system-mode.ts';

/** What the traveller should know before the button: a test system, or a card that is held already. (PAY-08) */
export function PaymentNotices({
  held,
  amount,
  currency,
}: {
  held: Authorisation | undefined;
  amount: string;
  currency: string;
}) {
  const isLive = useIsLive();
  if (held) {
    const card = held.card
      ? `Your ${cardBrandName(held.card.brand)} card ending ${held.card.last4}`
      : 'Your card';
    return (
      <Alert title="Your card is held, not charged">
        {card} is held for {formatPrice(amount, currency)}. We do not know yet whether the airline took the
        booking. Press Complete Booking to ask again: it is the same booking, and it is charged at most once.
      </Alert>
    );
  }
  if (isLive) return null;
  return (
    <Alert title="Test Environment">
      No money moves. Use the card number 4242 4242 4242 4242, any future expiry and any 3-digit CVV.
    </Alert>
  );
}
