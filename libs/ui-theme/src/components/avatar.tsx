import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

/** The first letter of a name in a circle; hidden from screen readers because the full name is shown next to it. */
export function Avatar({ name, className, ...props }: ComponentProps<'span'> & { name: string }) {
  return (
    <span aria-hidden className={classNames('ui-avatar', className)} {...props}>
      {name.trim().charAt(0).toUpperCase()}
    </span>
  );
}
