import { Link } from 'react-router';

/** Beside a sign-in: the way to a single trip without an account. (TRIP-06) */
export const FindTripHint = ({ className }: { className?: string }) => (
  <p className={className}>
    Booked without an account?{' '}
    <Link className="link-text" to="/find-trip">
      Find your trip
    </Link>
  </p>
);
