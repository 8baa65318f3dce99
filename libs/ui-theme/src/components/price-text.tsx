import type { ComponentProps } from 'react';
import { formatPrice, formatPriceWithCode } from '@fareline/presentation/formats';
import { classNames } from './class-names.ts';

export interface PriceTextProps extends ComponentProps<'span'> {
  /** Decimal amount as text, as the API returns it. */
  amount: string | null | undefined;
  currency?: string | null;
  size?: 'normal' | 'large';
  /** Whether the code of the currency follows a price that does not have it. */
  withCode?: boolean;
}

/** A formatted price with digits of equal width, which translators of browsers leave alone. (DOM-02) */
export function PriceText({
  amount,
  currency,
  size = 'normal',
  withCode = false,
  className,
  ...props
}: PriceTextProps) {
  return (
    <span translate="no" className={classNames('ui-price-text', className)} data-size={size} {...props}>
      {withCode ? formatPriceWithCode(amount, currency ?? null) : formatPrice(amount, currency)}
    </span>
  );
}
