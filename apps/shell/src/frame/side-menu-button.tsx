import { Icon, IconButton, later } from '@fareline/ui-theme';
import { Menu } from '@fareline/ui-theme/icons';
import { useState } from 'react';

const SideMenu = later(() => import('./side-menu.tsx'));

/** Opens the side menu, which comes when it is about to be needed. (HEADER-12) */
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
        onPointerEnter={SideMenu.prepare}
        onFocus={SideMenu.prepare}
      >
        <Icon of={Menu} size={22} />
      </IconButton>
      {open && <SideMenu open={open} onOpenChange={setOpen} />}
    </>
  );
}
