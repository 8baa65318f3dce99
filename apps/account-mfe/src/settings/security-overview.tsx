import { Button, Card } from '@fareline/ui-theme';
import Lock from 'lucide-react/icons/lock';
import ShieldCheck from 'lucide-react/icons/shield-check';

/** Password and two-factor status. (SETTINGS-03, SETTINGS-04) */
export function SecurityOverview() {
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
          <p className="caption-text">Not enabled (coming soon)</p>
        </div>
        <Button variant="secondary" size="small" disabled>
          Enable
        </Button>
      </div>
    </Card>
  );
}
