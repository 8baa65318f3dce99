import { Popover } from 'radix-ui';
import type { ComponentProps, RefObject } from 'react';
import { classNames } from './class-names.ts';
import { PortalScope } from './mfe-scope.tsx';

export interface PopoverPanelProps extends ComponentProps<typeof Popover.Content> {
  /** The button, or the group of buttons, that opens the panel; a press in it does not close the panel. */
  anchor: RefObject<HTMLElement | null>;
  /** What the panel is placed below; `anchor` by default. */
  place?: ComponentProps<typeof Popover.Anchor>['virtualRef'];
  /** Gets the focus after the panel is closed; `anchor` by default. */
  returnFocus?: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** The panel of a PopoverButton. The button is not a Radix trigger, so its anchor, focus and outside clicks are handled here. */
export default function PopoverPanel({
  anchor,
  place = anchor as RefObject<HTMLElement>,
  returnFocus = anchor,
  onClose,
  className,
  ...props
}: PopoverPanelProps) {
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Anchor virtualRef={place} />
      <Popover.Portal>
        <PortalScope>
          <Popover.Content
            className={classNames('ui-popover', className)}
            align="start"
            sideOffset={8}
            collisionPadding={8}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              // A click on another field closes the panel and keeps the focus in that field.
              if (document.activeElement === document.body)
                returnFocus.current?.focus({ preventScroll: true });
            }}
            onInteractOutside={(event) => {
              // The button toggles the panel; closing it here as well would open it again.
              if (anchor.current?.contains(event.target as Node)) event.preventDefault();
            }}
            {...props}
          />
        </PortalScope>
      </Popover.Portal>
    </Popover.Root>
  );
}
