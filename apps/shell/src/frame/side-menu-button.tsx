import { IconButton, lazyWithRetry } from '@fareline/ui-theme';
import Menu from 'lucide-react/icons/menu';
import { useState } from 'react';

const SideMenu = lazyWithRetry(() => import('./side-menu.tsx'));

/** Opens the side menu, whose code is loaded on hover or focus. (HEADER-12) */
export function SideMenuButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        className="header__menu"
        label="Open menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        onPointerEnter={SideMenu.preload}
        onFocus={SideMenu.preload}
      >
        <Menu size={22} />
      </IconButton>
      {open && <SideMenu open={open} onOpenChange={setOpen} />}
    </>
  );
}
