import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

/** A bordered box; `raised` replaces the border with a shadow, for content that must stand out such as the search form. */
export function Card({
  className,
  raised,
  asChild,
  ...props
}: ComponentProps<'div'> & { raised?: boolean; asChild?: boolean }) {
  const Root = asChild ? Slot.Root : 'div';
  return <Root className={classNames('ui-card', className)} data-raised={raised || undefined} {...props} />;
}
