import { Popover } from 'radix-ui';
import type { ComponentProps, RefObject } from 'react';
import { classNames } from './class-names.ts';
import { PortalScope } from './mfe-scope.tsx';

export interface PopoverPanelProps extends ComponentProps<typeof Popover.Content> {
  anchor: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

/** What a PopoverButton opens. Its button is not of Radix, so it is told here what belongs to it. */
export default function PopoverPanel({ anchor, onClose, className, ...props }: PopoverPanelProps) {
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Anchor virtualRef={anchor as RefObject<HTMLButtonElement>} />
      <Popover.Portal>
        <PortalScope>
          <Popover.Content
            className={classNames('ui-popover', className)}
            align="start"
            sideOffset={8}
            collisionPadding={8}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              // Whoever went on to another field by pressing it stays there.
              if (document.activeElement === document.body) anchor.current?.focus({ preventScroll: true });
            }}
            onInteractOutside={(event) => {
              // The button closes by itself; closed here, its press would open again.
              if (anchor.current?.contains(event.target as Node)) event.preventDefault();
            }}
            {...props}
          />
        </PortalScope>
      </Popover.Portal>
    </Popover.Root>
  );
}
