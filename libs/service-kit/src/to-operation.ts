import type { ClientRequest } from 'node:http';

/** Ids have digits or capitals; the version of an API, such as `v1`, is none. */
const isId = (segment: string): boolean => /[0-9A-Z]/.test(segment) && !/^v\d+$/.test(segment);

/** `GET /air/orders/:id`: few values, so that requests cannot create time series. */
export function toOperation({ method, path }: ClientRequest): string {
  const segments = (path.split('?')[0] ?? '').replace(/\/$/, '').split('/');
  return `${method} ${segments.map((segment) => (isId(segment) ? ':id' : segment)).join('/')}`;
}
