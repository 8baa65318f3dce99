import { Slot } from 'radix-ui';
import { useLayoutEffect, useRef, type ComponentProps } from 'react';
import { classNames } from './class-names.ts';

export interface ButtonStyleProps {
  variant?: 'primary' | 'secondary' | 'ghost' | 'destructive' | 'link';
  size?: 'small' | 'medium' | 'large';
  /** Fills the width of what it stands in. */
  block?: boolean;
}

export interface ButtonProps extends ComponentProps<'button'>, ButtonStyleProps {
  /** Keeps its place and look, says that it works and ignores presses. */
  loading?: boolean;
  /** Puts the look on the one child, such as a router link. */
  asChild?: boolean;
}

/** A browser takes the focus from a button that is disabled: whoever pressed it gets it back when the work is done. */
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
  const look = {
    className: classNames('ui-button', className),
    'data-variant': variant,
    'data-size': size,
    'data-block': block || undefined,
  };
  if (asChild) {
    return <Slot.Root {...look} {...props} />;
  }
  return (
    <button
      ref={button}
      type={type}
      disabled={disabled || loading}
      aria-busy={loading || undefined}
      {...look}
      {...props}
    />
  );
}

/** A link that looks like a button: for addresses outside the router. Inside it, use `<Button asChild><Link/></Button>`. */
export function LinkButton({
  variant = 'primary',
  size = 'medium',
  block,
  className,
  ...props
}: ComponentProps<'a'> & ButtonStyleProps) {
  return (
    <a
      className={classNames('ui-button', className)}
      data-variant={variant}
      data-size={size}
      data-block={block || undefined}
      {...props}
    />
  );
}

/** A square button with an icon only; `label` is its name. */
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
