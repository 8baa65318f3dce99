import type { ComponentProps } from 'react';
import { formatPrice } from '@fareline/presentation/formats';
import { classNames } from './class-names.ts';

export interface PriceTextProps extends ComponentProps<'span'> {
  /** Decimal amount as text, as the API returns it. */
  amount: string | null | undefined;
  currency?: string | null;
  size?: 'normal' | 'large';
}

/** A formatted price with digits of equal width, which translators of browsers leave alone. (DOM-02) */
export function PriceText({ amount, currency, size = 'normal', className, ...props }: PriceTextProps) {
  return (
    <span translate="no" className={classNames('ui-price-text', className)} data-size={size} {...props}>
      {formatPrice(amount, currency)}
    </span>
  );
}
