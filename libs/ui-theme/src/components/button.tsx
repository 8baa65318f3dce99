import { Slot } from 'radix-ui';
import { useLayoutEffect, useRef, type ComponentProps } from 'react';
import { classNames } from './class-names.ts';

export interface ButtonStyleProps {
  /** The `inverse` variants are for a background of the secondary colour. */
  variant?: 'primary' | 'secondary' | 'ghost' | 'destructive' | 'link' | 'inverse' | 'inverse-outline';
  size?: 'small' | 'medium' | 'large';
  /** Fills the width of the parent element. */
  block?: boolean;
}

export interface ButtonProps extends ComponentProps<'button'>, ButtonStyleProps {
  /** Disables the button and sets `aria-busy`; size and style stay the same. */
  loading?: boolean;
  /** Applies the button's style to the only child, such as a router link. */
  asChild?: boolean;
}

/** Returns the focus to a button after loading, because browsers remove it from a disabled button. */
function useRestoreFocus(loading = false) {
  const button = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (loading) {
      hadFocus.current = document.activeElement === button.current;
    } else if (hadFocus.current) {
      hadFocus.current = false;
      if (document.activeElement === document.body) button.current?.focus({ preventScroll: true });
    }
  }, [loading]);
  return button;
}

export function Button({
  variant = 'primary',
  size = 'medium',
  block,
  loading,
  asChild,
  className,
  type = 'button',
  disabled,
  ...props
}: ButtonProps) {
  const button = useRestoreFocus(loading);
  const styleProps = {
    className: classNames('ui-button', className),
    'data-variant': variant,
    'data-size': size,
    'data-block': block || undefined,
  };
  if (asChild) {
    return <Slot.Root {...styleProps} {...props} />;
  }
  return (
    <button
      ref={button}
      type={type}
      disabled={disabled || loading}
      aria-busy={loading || undefined}
      {...styleProps}
      {...props}
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
