import { useId, useRef, type ComponentProps, type ReactNode } from 'react';
import { lazyWithRetry } from './lazy-with-retry.tsx';
import type { PopoverPanelProps } from './popover-panel.tsx';

/** The panel by itself, for several buttons that share one. */
export const PopoverPanel = lazyWithRetry(() => import('./popover-panel.tsx'));

type PanelProps = Pick<PopoverPanelProps, 'className' | 'align' | 'aria-label'>;

export interface PopoverButtonProps extends ComponentProps<'button'> {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  panel: ReactNode;
  /** Class name, alignment and accessible name of the panel. */
  panelProps?: PanelProps;
  /** Called on hover and focus, before the panel is opened. */
  onPreload?: () => void;
}

/** A button that opens a popover panel. The panel's code is loaded on hover or focus, to keep it out of the first screen. */
export function PopoverButton({
  open,
  onOpenChange,
  panel,
  panelProps,
  onPreload,
  ...button
}: PopoverButtonProps) {
  const anchor = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  const preload = () => {
    PopoverPanel.preload();
    onPreload?.();
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
        onPointerEnter={preload}
        onFocus={preload}
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
