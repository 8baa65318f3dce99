import type { ComponentProps } from 'react';
import { formatPrice } from '../formats/price.ts';
import { classNames } from './class-names.ts';

export interface PriceTextProps extends ComponentProps<'span'> {
  /** Decimal amount as it was received. */
  amount: string | null | undefined;
  currency?: string | null;
  size?: 'normal' | 'large';
}

/** A price with tabular figures. */
export function PriceText({ amount, currency, size = 'normal', className, ...props }: PriceTextProps) {
  return (
    <span className={classNames('ui-price-text', className)} data-size={size} {...props}>
      {formatPrice(amount, currency)}
    </span>
  );
}
