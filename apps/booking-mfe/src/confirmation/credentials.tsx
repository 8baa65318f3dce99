import type { BookingResponse } from '@fareline/contracts';
import { Alert, CopyButton } from '@fareline/ui-theme/widgets';
import { Link } from 'react-router';

type Account = NonNullable<BookingResponse['accountInfo']>;

/** The account created with the booking. Its password is in the memory of this page only. (CONFIRM-07, PROVIDER-32) */
export function Credentials({ account }: { account: Account }) {
  const { username, password } = account;
  if (!password) {
    return (
      <Alert className="print:hidden" title="You have an account">
        Your username is <strong>{username}</strong>. Its password cannot be shown here any more.{' '}
        <Link to="/forgot-password">Set a password by email</Link>
      </Alert>
    );
  }
  return (
    <section className="print:hidden rounded-card bg-muted p-6">
      <h2 className="text-large">Your account: shown only once</h2>
      <p className="mt-2">
        Write these down or copy them now. They will not be shown again, and no email holds the password.
      </p>
      <dl className="mt-4 grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <Row label="Username" value={username} />
        <Row label="Password" value={password} />
      </dl>
    </section>
  );
}

function Row({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="caption-text">{label}</dt>
      <dd className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <code translate="no" className="wrap-anywhere">
          {value}
        </code>
        <CopyButton value={value} label={`Copy ${label.toLowerCase()}`} />
      </dd>
    </div>
  );
}
