import { createElement, type ComponentProps } from 'react';
import type { IconNode } from 'lucide';

/** What an icon is made of: a name of `@fareline/ui-theme/icons`. */
export type IconShapes = IconNode;

/** Says nothing to screen readers: the word beside it, or the name of its button, does. `size` is in CSS pixels. */
export function Icon({ of, size, ...props }: ComponentProps<'svg'> & { of: IconShapes; size: number }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      {...props}
    >
      {of.map(([shape, attributes], index) => createElement(shape, { ...attributes, key: index }))}
    </svg>
  );
}
