import { expect, it } from 'vitest';
import { readOverlay } from '../../kubernetes/overlays.ts';
import { listIngressProblems, listScalingProblems, listSecretProblems } from './site.ts';
import { changeOverlay, services, type Change } from './testing.ts';

it.each<Change>([
  ['HorizontalPodAutoscaler edge', 'spec minReplicas', 1, 'edge: it may run once only.'],
  ['HorizontalPodAutoscaler edge', 'spec behavior', undefined, 'edge: its replicas come and go.'],
  [
    'HorizontalPodAutoscaler edge',
    'spec scaleTargetRef name',
    'flights',
    'edge: it does not have one autoscaler.',
  ],
  [
    'HorizontalPodAutoscaler edge',
    'spec scaleTargetRef name',
    'flights',
    'flights: it does not have one autoscaler.',
  ],
  [
    'HorizontalPodAutoscaler payments',
    'spec maxReplicas',
    5,
    'PostgreSQL may get 100 connections, more than it has by default.',
  ],
  ['ScaledObject flights', 'spec minReplicaCount', 0, 'flights: it may run once only.'],
  ['ScaledObject flights', 'spec advanced', undefined, 'flights: its replicas come and go.'],
])('refuses autoscalers in which of %s %s is %j', (of, path, value, problem) =>
  expect(listScalingProblems(changeOverlay(of, path, value).manifests, services)).toContain(problem),
);

it.each<Change>([
  ['Ingress edge', 'spec ingressClassName', undefined, 'Any controller may take the Ingress.'],
  ['Ingress edge', 'spec rules 1 host', undefined, 'The Ingress takes any host.'],
  ['Ingress edge', 'spec rules 1 host', 'other.example', 'A host has no TLS.'],
  ['Ingress edge', 'spec tls 0 secretName', undefined, 'A host has no certificate.'],
  [
    'Ingress edge',
    'spec rules 0 http paths 0 backend service name',
    'payments',
    'Visitors reach more than the edge.',
  ],
  [
    'Ingress edge',
    'metadata annotations nginx.org/proxy-read-timeout',
    '150s',
    'The proxy ends an order that succeeds afterwards.',
  ],
  ['Ingress edge', 'metadata annotations', {}, 'The proxy ends an order that succeeds afterwards.'],
  [
    'ConfigMap settings',
    'data SITE_ORIGIN',
    'https://other.example',
    'The first host is not that of SITE_ORIGIN.',
  ],
  ['Ingress edge', 'kind', 'Service', 'There is not one Ingress.'],
])('refuses an Ingress when of %s %s is %j', (of, path, value, problem) =>
  expect(listIngressProblems(changeOverlay(of, path, value).manifests)).toContain(problem),
);

it('refuses a template that lacks a key, has one that nothing uses, or one as optional that something needs', () => {
  const { manifests, secrets, optionalKeys } = readOverlay('production');
  const { SMTP_URL, ...others } = secrets.secrets!;
  expect(SMTP_URL).toBe('');
  expect(
    listSecretProblems({
      manifests,
      secrets: { secrets: { ...others, NEW: '' } },
      optionalKeys: { secrets: [...optionalKeys.secrets!, 'METRICS_TOKEN'] },
    }),
  ).toEqual([
    'SMTP_URL is missing in the template.',
    'NEW is used by nothing.',
    'METRICS_TOKEN is optional in a manifest or in the template only.',
  ]);
});
