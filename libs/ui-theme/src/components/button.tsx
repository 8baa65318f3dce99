import { Slot } from 'radix-ui';
import type { ComponentProps, MouseEvent } from 'react';
import { classNames } from './class-names.ts';

export interface ButtonStyleProps {
  /** The `inverse` variants are for a background of the secondary colour. */
  variant?: 'primary' | 'secondary' | 'ghost' | 'destructive' | 'link' | 'inverse' | 'inverse-outline';
  size?: 'small' | 'medium' | 'large';
  /** Fills the width of the parent element. */
  block?: boolean;
}

export interface ButtonProps extends ComponentProps<'button'>, ButtonStyleProps {
  /** Sets `aria-disabled` and `aria-busy`; size and style stay the same. */
  loading?: boolean;
  /** Applies the button's style to the only child, such as a router link. */
  asChild?: boolean;
}

/** Ignores a click; also stops the submit that the Enter key in a field requests by a click at the button. */
const ignoreClick = (event: MouseEvent) => event.preventDefault();

/** With `aria-disabled` it ignores clicks and, unlike with `disabled`, keeps the focus. */
export function Button({
  variant = 'primary',
  size = 'medium',
  block,
  loading,
  asChild,
  className,
  type = 'button',
  ...props
}: ButtonProps) {
  const styleProps = {
    className: classNames('ui-button', className),
    'data-variant': variant,
    'data-size': size,
    'data-block': block || undefined,
  };
  if (asChild) {
    return <Slot.Root {...styleProps} {...props} />;
  }
  const isInactive = loading || props['aria-disabled'] === true;
  return (
    <button
      type={type}
      aria-busy={loading || undefined}
      {...styleProps}
      {...props}
      {...(isInactive && { 'aria-disabled': true, onClick: ignoreClick })}
    />
  );
}

/** A link styled as a button, for URLs outside of the router. For routes use `<Button asChild><Link/></Button>`. */
export function LinkButton({
  variant = 'primary',
  size = 'medium',
  block,
  className,
  children,
  ...props
}: ComponentProps<'a'> & ButtonStyleProps) {
  return (
    <a
      className={classNames('ui-button', className)}
      data-variant={variant}
      data-size={size}
      data-block={block || undefined}
      {...props}
    >
      {children}
    </a>
  );
}

/** A square button with only an icon; `label` is its accessible name. */
export function IconButton({
  label,
  className,
  type = 'button',
  ...props
}: ComponentProps<'button'> & { label: string }) {
  return (
    <button type={type} className={classNames('ui-icon-button', className)} aria-label={label} {...props} />
  );
}
