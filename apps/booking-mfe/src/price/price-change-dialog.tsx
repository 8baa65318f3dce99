import { formatPrice, PriceText, Sentence } from '@fareline/ui-theme';
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
  /** The airline changed the price of seats or bags, not of the fare. */
  isOfExtras?: boolean;
}

interface PriceChangeDialogProps {
  /** Undefined closes the dialog. */
  prices: Prices | undefined;
  onAccept: () => void;
  onLeave: () => void;
}

/** Shows old and new price; the traveller accepts the new one or leaves. (BOOK-10) */
export function PriceChangeDialog({ prices, onAccept, onLeave }: PriceChangeDialogProps) {
  return (
    <AlertDialog open={prices !== undefined}>
      {prices && (
        <AlertDialogContent
          title={
            prices.isOfExtras ? 'The price of your seats or bags changed' : 'The price of this flight changed'
          }
          description={
            prices.isOfExtras
              ? 'The airline changed their price after you chose them. Nothing has been charged.'
              : 'The airline changed the fare after your search. Nothing has been charged.'
          }
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
