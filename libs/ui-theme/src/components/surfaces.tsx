import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

/** A sheet of paper on the ground. `raised` is for what must stand out, such as the search form. */
export function Card({
  className,
  raised,
  asChild,
  ...props
}: ComponentProps<'div'> & { raised?: boolean; asChild?: boolean }) {
  const look = { className: classNames('ui-card', className), 'data-raised': raised || undefined };
  const Root = asChild ? Slot.Root : 'div';
  return <Root {...look} {...props} />;
}

export function Badge({
  className,
  variant = 'neutral',
  ...props
}: ComponentProps<'span'> & {
  variant?: 'neutral' | 'primary' | 'success' | 'warning' | 'info' | 'destructive';
}) {
  return <span className={classNames('ui-badge', className)} data-variant={variant} {...props} />;
}

/** A grey shape in the place of what is coming; size it with a class or style. */
export function Skeleton({ className, ...props }: ComponentProps<'span'>) {
  return <span aria-hidden className={classNames('ui-skeleton', className)} {...props} />;
}

/** A letter in a circle; the name beside it says who it is. */
export function Avatar({ name, className, ...props }: ComponentProps<'span'> & { name: string }) {
  return (
    <span aria-hidden className={classNames('ui-avatar', className)} {...props}>
      {name.trim().charAt(0).toUpperCase()}
    </span>
  );
}

/** For screen readers only. */
export function VisuallyHidden({ className, ...props }: ComponentProps<'span'>) {
  return <span className={classNames('ui-visually-hidden', className)} {...props} />;
}
