import { useId, useRef, type ComponentProps, type ReactNode } from 'react';
import { later } from './later.tsx';
import type { PopoverPanelProps } from './popover-panel.tsx';

const PopoverPanel = later(() => import('./popover-panel.tsx'));

type PanelLook = Pick<PopoverPanelProps, 'className' | 'align' | 'aria-label'>;

export interface PopoverButtonProps extends ComponentProps<'button'> {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  panel: ReactNode;
  /** Look and name of what opens. */
  panelProps?: PanelLook;
  /** Called when the panel is about to be needed. */
  onPrepare?: () => void;
}

/** A button that opens a panel beside it. What opens it comes when it is about to be needed, not with the first screen. */
export function PopoverButton({
  open,
  onOpenChange,
  panel,
  panelProps,
  onPrepare,
  ...button
}: PopoverButtonProps) {
  const anchor = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  const prepare = () => {
    PopoverPanel.prepare();
    onPrepare?.();
  };
  return (
    <>
      <button
        ref={anchor}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? panelId : undefined}
        onClick={() => onOpenChange(!open)}
        onPointerEnter={prepare}
        onFocus={prepare}
        {...button}
      />
      {open && (
        <PopoverPanel id={panelId} anchor={anchor} onClose={() => onOpenChange(false)} {...panelProps}>
          {panel}
        </PopoverPanel>
      )}
    </>
  );
}
