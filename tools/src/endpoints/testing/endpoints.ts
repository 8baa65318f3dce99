import { pageReportsPath } from '@fareline/contracts';
import * as services from '@fareline/contracts/services';
import type { Contract } from '@fareline/contracts/services';
import { z } from 'zod';

type ServiceName = 'accounts' | 'flights' | 'payments' | 'edge';

const defineOther = (
  contract: Pick<Contract, 'path' | 'access' | 'errors' | 'successStatuses'>,
): Contract => ({
  ...contract,
  method: 'POST',
  summary: '',
  response: z.unknown(),
});

/** Endpoints that have no contract, because browsers and providers define their requests. */
const others = {
  cspReports: defineOther({
    path: '/api/csp-reports',
    access: 'public',
    successStatuses: [204],
    errors: ['VALIDATION_ERROR', 'TOO_MANY_REQUESTS'],
  }),
  pageReports: defineOther({
    path: pageReportsPath,
    access: 'public',
    successStatuses: [204],
    errors: ['VALIDATION_ERROR', 'TOO_MANY_REQUESTS'],
  }),
  stripeWebhook: defineOther({
    path: '/api/webhooks/stripe',
    access: 'webhook',
    errors: ['VALIDATION_ERROR'],
  }),
  duffelWebhook: defineOther({
    path: '/api/webhooks/duffel',
    access: 'webhook',
    errors: ['VALIDATION_ERROR'],
  }),
};

export type EndpointName = keyof typeof services | keyof typeof others;

export interface TestedEndpoint {
  name: EndpointName;
  contract: Contract;
  service: ServiceName;
}

/** First path segments of the endpoints of each service, after `/api/` or `/internal/`. */
const servicePaths: Record<ServiceName, readonly string[]> = {
  accounts: [
    ...['auth', 'admin', 'brands', 'contact', 'system'],
    ...['audit-events', 'guest-accounts', 'jwks.json', 'password-links', 'sessions'],
  ],
  flights: ['flights', 'offers', 'provider-calls', 'providers'],
  payments: ['payments', 'bookings', 'review', 'webhooks', 'providers'],
  edge: ['csp-reports', 'page-reports'],
};

function findServices({ path }: Contract): ServiceName[] {
  const [, , segment = ''] = path.split('/');
  const found = (Object.keys(servicePaths) as ServiceName[]).filter((name) =>
    servicePaths[name].includes(segment),
  );
  if (found.length === 0) throw new Error(`no service has ${path}: add its first segment to servicePaths`);
  return found;
}

/** All endpoints of all services, by name. An endpoint that two services have is listed for each. */
export const endpoints: readonly TestedEndpoint[] = Object.entries({ ...services, ...others } as Record<
  EndpointName,
  Contract
>).flatMap(([name, contract]) =>
  findServices(contract).map((service) => ({ name: name as EndpointName, contract, service })),
);

export const isInternal = ({ path }: Contract): boolean => path.startsWith('/internal/');
