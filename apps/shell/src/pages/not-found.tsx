import { Button, Card } from '@fareline/ui-theme';
import { Link, useLocation } from 'react-router';

/** (ROUTE-08) */
export function NotFound() {
  const { pathname } = useLocation();
  return (
    <div className="mx-auto max-w-7xl px-4 py-8">
      <Card className="mx-auto mt-[4vh] grid max-w-136 gap-3 px-6 py-8" raised>
        <p className="text-display font-medium text-primary-ink figures" aria-hidden>
          404
        </p>
        <h1 className="text-title/body">404 Page Not Found</h1>
        <p className="text-text-muted">
          No route matches{' '}
          <code className="rounded-[calc(var(--radius)/2)] bg-muted px-1.5 py-0.5 text-small/body wrap-anywhere text-text">
            {pathname}
          </code>
          . Was it added to the router?
        </p>
        <div className="mt-3 flex flex-wrap gap-3">
          <Button asChild>
            <Link to="/">Search flights</Link>
          </Button>
          <Button asChild variant="secondary">
            <Link to="/contact">Contact us</Link>
          </Button>
        </div>
      </Card>
    </div>
  );
}
