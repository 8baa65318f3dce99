import { Button, type ButtonStyleProps, classNames, PortalScope } from '@fareline/ui-theme';
import X from 'lucide-react/icons/x';
import { AlertDialog as RadixAlertDialog, Dialog as RadixDialog } from 'radix-ui';
import { useRef, type ComponentProps, type ReactNode } from 'react';

export const Dialog = RadixDialog.Root;

/** Returns the focus to the previously focused element, because Radix only returns it to a trigger and dialogs are also opened from code. */
function useReturnFocus() {
  const opener = useRef<Element>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      if (!(opener.current instanceof HTMLElement) || !opener.current.isConnected) return;
      event.preventDefault();
      opener.current.focus({ preventScroll: true });
    },
  };
}

interface DialogTextProps {
  title: ReactNode;
  description?: ReactNode;
  /** Buttons at the end of the dialog. */
  footer?: ReactNode;
}

interface PanelProps extends Omit<ComponentProps<typeof RadixDialog.Content>, 'title'>, DialogTextProps {
  /** `ui-dialog` or `ui-sheet`. */
  baseClass: string;
}

function Panel({ title, description, footer, baseClass, className, children, ...props }: PanelProps) {
  const descriptionProps = description ? {} : { 'aria-describedby': undefined };
  const focusHandlers = useReturnFocus();
  return (
    <RadixDialog.Portal>
      <PortalScope>
        <RadixDialog.Overlay className="ui-overlay" />
        <RadixDialog.Content
          className={classNames(baseClass, className)}
          {...focusHandlers}
          {...descriptionProps}
          {...props}
        >
          <header className="ui-dialog__header">
            <RadixDialog.Title className="ui-dialog__title">{title}</RadixDialog.Title>
            <RadixDialog.Close className="ui-icon-button" aria-label="Close">
              <X size={18} />
            </RadixDialog.Close>
          </header>
          {description && (
            <RadixDialog.Description className="ui-dialog__description">
              {description}
            </RadixDialog.Description>
          )}
          <div className="ui-dialog__body">{children}</div>
          {footer && <footer className="ui-dialog__footer">{footer}</footer>}
        </RadixDialog.Content>
      </PortalScope>
    </RadixDialog.Portal>
  );
}

/** The panel of a Dialog: title, scrollable body, buttons. */
export function DialogContent(props: Omit<PanelProps, 'baseClass'>) {
  return <Panel baseClass="ui-dialog" {...props} />;
}

export const Sheet = RadixDialog.Root;
export const SheetClose = RadixDialog.Close;

/** A Dialog that slides in from one side; `full` covers the whole screen. */
export function SheetContent({
  side = 'right',
  ...props
}: Omit<PanelProps, 'baseClass'> & { side?: 'left' | 'right' | 'bottom' | 'full' }) {
  return <Panel baseClass="ui-sheet" data-side={side} {...props} />;
}

export const AlertDialog = RadixAlertDialog.Root;

/** A dialog that requires a decision: put AlertDialogCancel and AlertDialogAction into `footer`. */
export function AlertDialogContent({
  title,
  description,
  footer,
  className,
  children,
  ...props
}: Omit<ComponentProps<typeof RadixAlertDialog.Content>, 'title'> & DialogTextProps) {
  const descriptionProps = description ? {} : { 'aria-describedby': undefined };
  const focusHandlers = useReturnFocus();
  return (
    <RadixAlertDialog.Portal>
      <PortalScope>
        {/* The second press of a double click is at it, and would take the focus out of the dialog. */}
        <RadixAlertDialog.Overlay className="ui-overlay" onMouseDown={(event) => event.preventDefault()} />
        <RadixAlertDialog.Content
          className={classNames('ui-dialog', className)}
          {...focusHandlers}
          {...descriptionProps}
          {...props}
        >
          <RadixAlertDialog.Title className="ui-dialog__title">{title}</RadixAlertDialog.Title>
          {description && (
            <RadixAlertDialog.Description className="ui-dialog__description">
              {description}
            </RadixAlertDialog.Description>
          )}
          {children && <div className="ui-dialog__body">{children}</div>}
          {footer && <footer className="ui-dialog__footer">{footer}</footer>}
        </RadixAlertDialog.Content>
      </PortalScope>
    </RadixAlertDialog.Portal>
  );
}

export function AlertDialogCancel({
  variant = 'secondary',
  ...props
}: ComponentProps<'button'> & ButtonStyleProps) {
  return (
    <RadixAlertDialog.Cancel asChild>
      <Button variant={variant} {...props} />
    </RadixAlertDialog.Cancel>
  );
}

export function AlertDialogAction(props: ComponentProps<'button'> & ButtonStyleProps) {
  return (
    <RadixAlertDialog.Action asChild>
      <Button {...props} />
    </RadixAlertDialog.Action>
  );
}
