import type { User } from '@fareline/contracts';
import { currentUserQueryOptions } from '@fareline/contracts/client';
import { Avatar, Button, classNames, PhoneLink, useBrand } from '@fareline/ui-theme';
import { Sheet, SheetContent } from '@fareline/ui-theme/widgets';
import { useQuery } from '@tanstack/react-query';
import Headphones from 'lucide-react/icons/headphones';
import LogOut from 'lucide-react/icons/log-out';
import Settings from 'lucide-react/icons/settings';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { useSignOut } from './use-sign-out.ts';
import { navLink, NavLinks } from './nav-links.tsx';
import { SiteLink } from '../navigation/site-link.tsx';
import { displayName } from './display-name.ts';

/** Aligns the text of the links with the panel, whose padding their background extends into. */
const menuLink = 'min-h-11 -mx-3 w-[calc(100%+1.5rem)]';

function SignedInSection({ user, onNavigate }: { user: User; onNavigate: () => void }) {
  const signOut = useSignOut();
  return (
    <section className="mt-4 grid gap-2 border-t border-line pt-5" aria-label="My Account">
      <div className="flex items-center gap-3">
        <Avatar name={displayName(user)} />
        <div className="grid min-w-0 leading-5">
          <strong>{displayName(user)}</strong>
          <span className="overflow-hidden text-small text-ellipsis text-text-muted">{user.email}</span>
        </div>
      </div>
      <ul className="grid">
        <li>
          <SiteLink
            className={classNames(navLink, menuLink, 'text-body')}
            to="/account-settings"
            onClick={onNavigate}
          >
            <Settings size={18} /> Account Settings
          </SiteLink>
        </li>
        {user.isAdmin && (
          <li>
            <SiteLink
              className={classNames(navLink, menuLink, 'text-body')}
              to={`${user.staffOrigin ?? ''}/admin-settings`}
              onClick={onNavigate}
            >
              <ShieldCheck size={18} /> Admin Panel
            </SiteLink>
          </li>
        )}
        <li>
          <button
            type="button"
            className={classNames(navLink, menuLink, 'text-body')}
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
    <div className="mt-4 grid grid-cols-2 gap-3 border-t border-line pt-5">
      <Button asChild variant="secondary" block>
        <SiteLink to="/login" onClick={onNavigate}>
          Sign In
        </SiteLink>
      </Button>
      <Button asChild variant="secondary" block>
        <SiteLink to="/register" onClick={onNavigate}>
          Sign Up
        </SiteLink>
      </Button>
    </div>
  );
}

/** (HEADER-13) */
function SupportBox() {
  const { contact, content } = useBrand();
  const phone = content.secondPhone || contact.phone;
  const title = content.supportHours ? `${content.supportHours} Support` : 'Support';
  if (!phone) return null;
  return (
    <aside className="mt-6 flex gap-3 rounded-card bg-primary-soft p-4 text-primary-ink" aria-label={title}>
      <Headphones size={18} />
      <div>
        <p className="text-small font-medium">{title}</p>
        <PhoneLink
          className="text-large/body font-semibold text-text figures"
          phone={phone}
          label="header_phone"
        />
        {phone !== contact.phone && <p className="text-small">Our second line</p>}
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
      <SheetContent side="right" className="w-[320px] max-w-screen" title="Menu">
        <nav aria-label="Main">
          <NavLinks
            className="grid"
            linkClassName={classNames(menuLink, 'text-large/body')}
            onNavigate={close}
          />
        </nav>
        {user ? <SignedInSection user={user} onNavigate={close} /> : <SignedOutSection onNavigate={close} />}
        <SupportBox />
      </SheetContent>
    </Sheet>
  );
}
