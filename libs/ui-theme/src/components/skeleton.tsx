import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

/** A grey placeholder for content that is loading; set its size with a class or style. */
export function Skeleton({ className, ...props }: ComponentProps<'span'>) {
  return <span aria-hidden className={classNames('ui-skeleton', className)} {...props} />;
}
