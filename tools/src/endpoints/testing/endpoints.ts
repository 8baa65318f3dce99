import { pageReportsPath } from '@fareline/contracts';
import * as services from '@fareline/contracts/services';
import type { Contract } from '@fareline/contracts/services';
import { servicePaths, type Service } from '@fareline/service-kit/service-paths';
import { z } from 'zod';

type ServiceName = Service | 'edge';

const defineOther = (contract: Pick<Contract, 'path' | 'access' | 'successStatuses'>): Contract => ({
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
  }),
  pageReports: defineOther({
    path: pageReportsPath,
    access: 'public',
    successStatuses: [204],
  }),
  stripeWebhook: defineOther({
    path: '/api/webhooks/stripe',
    access: 'webhook',
  }),
  duffelWebhook: defineOther({
    path: '/api/webhooks/duffel',
    access: 'webhook',
  }),
  mailWebhook: defineOther({
    path: '/api/webhooks/mail',
    access: 'webhook',
  }),
};

export type EndpointName = keyof typeof services | keyof typeof others;

export interface TestedEndpoint {
  name: EndpointName;
  contract: Contract;
  service: ServiceName;
}

/** First path segments of the endpoints of each service by the segment before. */
const segments: Record<string, Partial<Record<ServiceName, readonly string[]>>> = {
  api: { ...servicePaths, edge: ['csp-reports', 'page-reports'] },
  internal: {
    accounts: [
      'audit-events',
      'brands',
      'guest-accounts',
      'jwks.json',
      'mailed-codes',
      'password-links',
      'sessions',
      'user-addresses',
    ],
    flights: ['offers', 'provider-calls', 'providers'],
    payments: ['providers', 'review'],
  },
};

function findServices({ path }: Contract): ServiceName[] {
  const [, scope = '', segment = ''] = path.split('/');
  const found = Object.entries(segments[scope] ?? {}).filter(([, owned]) => owned.includes(segment));
  if (found.length === 0) throw new Error(`no service has ${path}: add its first segment`);
  return found.map(([name]) => name as ServiceName);
}

/** All endpoints of all services, by name. An endpoint that two services have is listed for each. */
export const endpoints: readonly TestedEndpoint[] = Object.entries({ ...services, ...others } as Record<
  EndpointName,
  Contract
>).flatMap(([name, contract]) =>
  findServices(contract).map((service) => ({ name: name as EndpointName, contract, service })),
);

export const isInternal = ({ path }: Contract): boolean => path.startsWith('/internal/');
