import { Button, Card } from '@fareline/ui-theme';
import { Link, useLocation } from 'react-router';

/** (ROUTE-08) */
export function NotFound() {
  const { pathname } = useLocation();
  return (
    <div className="not-found">
      <Card className="not-found__card" raised>
        <p className="not-found__code" aria-hidden>
          404
        </p>
        <h1>404 Page Not Found</h1>
        <p>
          No route matches <code>{pathname}</code>. Was it added to the router?
        </p>
        <div className="not-found__actions">
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
