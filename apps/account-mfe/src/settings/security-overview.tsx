import { isStaff, type User } from '@fareline/contracts';
import { Button, Card } from '@fareline/ui-theme';
import Lock from 'lucide-react/icons/lock';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { Link } from 'react-router';

/** Password and two-factor status; staff have theirs on a page of their own. (SETTINGS-03, SETTINGS-04, GUARD-03) */
export function SecurityOverview({ user }: { user: User }) {
  const isOfStaff = isStaff(user);
  return (
    <Card className="grid gap-5 p-6">
      <h2 className="section-heading">Security Overview</h2>
      <div className="flex gap-3">
        <ShieldCheck size={20} className="shrink-0" />
        <div>
          <h3>Secure Password</h3>
          <p className="caption-text">
            Kept as a hash that nobody can read. A change ends all your other sessions.
          </p>
        </div>
      </div>
      <div className="flex items-start gap-3">
        <Lock size={20} className="shrink-0" />
        <div className="grow">
          <h3>Two-Factor Authentication</h3>
          <p className="caption-text">
            {isOfStaff ? 'Staff sign in with a passkey or an app for codes.' : 'Not enabled (coming soon)'}
          </p>
        </div>
        {isOfStaff ? (
          <Button asChild variant="secondary" size="small">
            <Link to={`${user.staffOrigin ?? ''}/admin/security`}>Manage</Link>
          </Button>
        ) : (
          <Button variant="secondary" size="small" disabled>
            Enable
          </Button>
        )}
      </div>
    </Card>
  );
}
