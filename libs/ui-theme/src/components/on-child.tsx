import { Children, cloneElement, type ReactElement, type ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface Look {
  className?: string | undefined;
}

/** The one child with a look put on it. Looks only: a library's slot, which merges handlers too, weighs more than all of Button. */
export function onChild(child: ReactNode, { className, ...look }: Look): ReactElement {
  const element = Children.only(child) as ReactElement<Look>;
  return cloneElement(element, { ...look, className: classNames(className, element.props.className) });
}
