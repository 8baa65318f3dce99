import { Alert } from '@fareline/ui-theme/widgets';
import { Link } from 'react-router';
import { toStatusPage } from './status-page-path.ts';
import type { UnderWayFailure } from './failures.ts';

/** A booking of the same trip is not finished: it is not silently paid a second time. (STATUS-05) */
export const UnderWayAlert = ({
  title,
  description,
  statusToken,
}: Pick<UnderWayFailure, 'description' | 'statusToken' | 'title'>) => (
  <Alert variant="warning" title={title}>
    {description}{' '}
    {statusToken && (
      <Link className="underline" to={toStatusPage(statusToken)}>
        See how far it is
      </Link>
    )}
  </Alert>
);
