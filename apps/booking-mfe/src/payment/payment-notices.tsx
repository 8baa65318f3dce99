import { describeCard } from '@fareline/contracts';
import { askAgain } from '@fareline/contracts/promises';
import { formatPrice } from '@fareline/presentation/formats';
import { Sentence } from '@fareline/ui-theme';
import { Alert } from '@fareline/ui-theme/widgets';
import { useQuery } from '@tanstack/react-query';
import type { Authorisation } from './attempt.ts';
import { systemModeQueryOptions } from './payment-queries.ts';

/** Notices above the card form: test mode, or a card that is already authorised. (PAY-08) */
export function PaymentNotices({
  authorisation,
  amount,
  currency,
}: {
  authorisation: Authorisation | undefined;
  amount: string;
  currency: string;
}) {
  if (authorisation) {
    const card = authorisation.card ? `Your ${describeCard(authorisation.card)}` : 'Your card';
    return (
      <Alert title="Your card is held, not charged">
        <Sentence>
          {card} is held for {formatPrice(amount, currency)}. We do not know yet whether the airline took the
          booking. {askAgain}
        </Sentence>
      </Alert>
    );
  }
  return <TestModeNotice />;
}

/** Says in test mode which card to use. (PAY-08) */
export function TestModeNotice() {
  const { data: mode } = useQuery(systemModeQueryOptions);
  if (mode?.isLiveMode) return null;
  return (
    <Alert title="Test Environment">
      No money moves. Use the card number 4242 4242 4242 4242, any future expiry and any 3-digit CVV.
    </Alert>
  );
}
