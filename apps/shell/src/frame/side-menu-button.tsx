import { IconButton, lazyWithRetry, LoadError, SlowNote } from '@fareline/ui-theme';
import Menu from 'lucide-react/icons/menu';
import { useState } from 'react';

const SideMenu = lazyWithRetry(() => import('./side-menu.tsx'));

/** Below the header row, which is too narrow for a text. */
const belowHeader = 'absolute inset-x-0 top-full m-0 border-y border-line bg-card px-4 py-3';

/** Opens the side menu, whose code is loaded on hover or focus. (HEADER-12) */
export function SideMenuButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        className="-me-2 ms-auto text-text md:hidden"
        label="Open menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        onPointerEnter={SideMenu.preload}
        onFocus={SideMenu.preload}
      >
        <Menu size={22} />
      </IconButton>
      {open && (
        <SideMenu
          open={open}
          onOpenChange={setOpen}
          slowFallback={<SlowNote className={belowHeader} />}
          errorFallback={<LoadError className={`${belowHeader} text-destructive-ink`} />}
        />
      )}
    </>
  );
}
