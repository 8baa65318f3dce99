import { Slot } from 'radix-ui';
import type { ComponentProps, MouseEvent } from 'react';
import { useAnnounce } from '../hooks/use-announce.ts';
import { classNames } from './class-names.ts';
import { useIsSlow } from './slow-note.tsx';

export interface ButtonStyleProps {
  /** The `inverse` variants are for a background of the secondary colour. */
  variant?: 'primary' | 'secondary' | 'ghost' | 'destructive' | 'link' | 'inverse' | 'inverse-outline';
  size?: 'small' | 'medium' | 'large';
  /** Fills the width of the parent element. */
  block?: boolean;
}

export interface ButtonProps extends ComponentProps<'button'>, ButtonStyleProps {
  /** Sets `aria-disabled` and `aria-busy`; size and style stay the same. A line below says when it takes long. */
  loading?: boolean;
  /** Applies the button's style to the only child, such as a router link. */
  asChild?: boolean;
}

/** Ignores a click; also stops the submit that the Enter key in a field requests by a click at the button. */
const ignoreClick = (event: MouseEvent) => event.preventDefault();

const stillUnderWay = 'This takes longer than usual. You need not press again.';

/** In a row of its own, for as long as the button is loading. (CARE-05) */
function SlowPress() {
  const text = useIsSlow() ? stillUnderWay : '';
  useAnnounce(text);
  return text && <span className="ui-button__note">{text}</span>;
}

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
    <>
      <button
        type={type}
        aria-busy={loading || undefined}
        {...styleProps}
        {...props}
        {...(isInactive && { 'aria-disabled': true, onClick: ignoreClick })}
      />
      {loading && <SlowPress />}
    </>
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
