import { formatPrice } from '@fareline/presentation/formats';
import { PriceText, Sentence } from '@fareline/ui-theme';
import type { ChangedPrice } from './changed-price.ts';
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
} from '@fareline/ui-theme/widgets';

/** Decimal amounts in one currency. */
export interface Prices {
  old: string;
  new: string;
  currency: string;
  /** What has another price: the flight, unless it says otherwise. */
  changed?: ChangedPrice;
}

const descriptions: Partial<Record<ChangedPrice, string>> = {
  'this flight': 'The airline changed the fare after your search. Nothing has been charged.',
  'this flight and your seats or bags':
    'The airline changed the fare and their price after your search. Nothing has been charged.',
};
const extrasDescription = 'The airline changed their price after you chose them. Nothing has been charged.';

interface PriceChangeDialogProps {
  /** Undefined closes the dialog. */
  prices: Prices | undefined;
  onAccept: () => void;
  onLeave: () => void;
}

/** Shows old and new price; the traveller accepts the new one or leaves. (BOOK-10) */
export function PriceChangeDialog({ prices, onAccept, onLeave }: PriceChangeDialogProps) {
  const changed = prices?.changed ?? 'this flight';
  return (
    <AlertDialog open={prices !== undefined}>
      {prices && (
        <AlertDialogContent
          title={`The price of ${changed} changed`}
          description={descriptions[changed] ?? extrasDescription}
          footer={
            <>
              <AlertDialogCancel onClick={onLeave}>Leave</AlertDialogCancel>
              <AlertDialogAction onClick={onAccept}>
                <Sentence>Continue for {formatPrice(prices.new, prices.currency)}</Sentence>
              </AlertDialogAction>
            </>
          }
        >
          <dl className="grid grid-cols-2 gap-4">
            <div>
              <dt>Old price</dt>
              <dd>
                <s>
                  <PriceText amount={prices.old} currency={prices.currency} />
                </s>
              </dd>
            </div>
            <div>
              <dt>New price</dt>
              <dd>
                <PriceText size="large" amount={prices.new} currency={prices.currency} />
              </dd>
            </div>
          </dl>
        </AlertDialogContent>
      )}
    </AlertDialog>
  );
}
