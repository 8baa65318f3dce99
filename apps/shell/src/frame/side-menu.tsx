import type { User } from '@fareline/contracts';
import { currentUserQueryOptions } from '@fareline/contracts/client';
import { Avatar, Button, PhoneLink, useBrand } from '@fareline/ui-theme';
import { Sheet, SheetContent } from '@fareline/ui-theme/widgets';
import { useQuery } from '@tanstack/react-query';
import Headphones from 'lucide-react/icons/headphones';
import LogOut from 'lucide-react/icons/log-out';
import Settings from 'lucide-react/icons/settings';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { useSignOut } from './use-sign-out.ts';
import { NavLinks } from './nav-links.tsx';
import { SiteLink } from '../navigation/site-link.tsx';
import { displayName } from './display-name.ts';

function SignedInSection({ user, onNavigate }: { user: User; onNavigate: () => void }) {
  const signOut = useSignOut();
  return (
    <section className="side-menu__user" aria-label="My Account">
      <div className="side-menu__identity">
        <Avatar name={displayName(user)} />
        <div className="side-menu__identity-text">
          <strong>{displayName(user)}</strong>
          <span>{user.email}</span>
        </div>
      </div>
      <ul className="side-menu__links">
        <li>
          <SiteLink className="nav-link" to="/account-settings" onClick={onNavigate}>
            <Settings size={18} /> Account Settings
          </SiteLink>
        </li>
        {user.isAdmin && (
          <li>
            <SiteLink className="nav-link" to="/admin-settings" onClick={onNavigate}>
              <ShieldCheck size={18} /> Admin Panel
            </SiteLink>
          </li>
        )}
        <li>
          <button
            type="button"
            className="nav-link"
            onClick={() => {
              onNavigate();
              signOut.mutate();
            }}
          >
            <LogOut size={18} /> Sign Out
          </button>
        </li>
      </ul>
    </section>
  );
}

function SignedOutSection({ onNavigate }: { onNavigate: () => void }) {
  return (
    <div className="side-menu__sign-in">
      <Button asChild variant="secondary" block>
        <SiteLink to="/login" onClick={onNavigate}>
          Sign In
        </SiteLink>
      </Button>
      <Button asChild block>
        <SiteLink to="/register" onClick={onNavigate}>
          Sign Up
        </SiteLink>
      </Button>
    </div>
  );
}

/** (HEADER-13) */
function SupportBox() {
  const { content } = useBrand();
  return (
    <aside className="side-menu__support" aria-label="24/7 Support">
      <Headphones size={18} />
      <div>
        <p className="side-menu__support-title">24/7 Support</p>
        <PhoneLink className="side-menu__phone" phone={content.secondPhone} label="header_phone" />
      </div>
    </aside>
  );
}

/** The navigation of small screens. (HEADER-12) */
export default function SideMenu({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const { data: user } = useQuery(currentUserQueryOptions);
  const close = () => onOpenChange(false);
  return (
    <Sheet open={open} onOpenChange={onOpenChange}>
      <SheetContent side="right" className="side-menu" title="Menu">
        <nav aria-label="Main">
          <NavLinks onNavigate={close} />
        </nav>
        {user ? <SignedInSection user={user} onNavigate={close} /> : <SignedOutSection onNavigate={close} />}
        <SupportBox />
      </SheetContent>
    </Sheet>
  );
}
