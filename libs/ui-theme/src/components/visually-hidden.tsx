import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

/** Text for screen readers only. */
export function VisuallyHidden({ className, ...props }: ComponentProps<'span'>) {
  return <span className={classNames('ui-visually-hidden', className)} {...props} />;
}
