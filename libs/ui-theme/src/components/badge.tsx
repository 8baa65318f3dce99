import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

export function Badge({
  className,
  variant = 'neutral',
  ...props
}: ComponentProps<'span'> & {
  variant?: 'neutral' | 'primary' | 'success' | 'warning' | 'info' | 'destructive';
}) {
  return <span className={classNames('ui-badge', className)} data-variant={variant} {...props} />;
}
