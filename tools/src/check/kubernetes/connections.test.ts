import { expect, it } from 'vitest';
import { listConnectionProblems } from './connections.ts';
import { changeOverlay, services, type Change } from './testing.ts';

const visitors = 'NetworkPolicy ingress-controller-to-edge';
const pods = (app: string) => [{ podSelector: { matchLabels: { app } } }];

it.each<Change>([
  ['NetworkPolicy deny-all', 'spec policyTypes', ['Ingress'], 'Without a policy everything is allowed.'],
  ['NetworkPolicy deny-all', 'spec egress', [{}], 'Without a policy everything is allowed.'],
  [visitors, 'spec ingress 0 from', undefined, 'everybody > edge 8080 is let in without need.'],
  [visitors, 'spec ingress 0 from 0 podSelector', undefined, 'everybody > edge 8080 is let in without need.'],
  [
    visitors,
    'spec ingress 0 from',
    [{ ipBlock: { cidr: '10.0.0.0/8' } }],
    'private network > edge 8080 is let in without need.',
  ],
  [visitors, 'spec ingress 0 from', pods('prerender'), 'prerender > edge 8080 is let in without need.'],
  [
    visitors,
    'spec podSelector matchLabels app',
    'payments',
    'nginx-ingress app.kubernetes.io/name=nginx-ingress > edge 8080 is not let in.',
  ],
  [
    'NetworkPolicy to-payments',
    'spec ingress 0 ports',
    undefined,
    'edge > payments any is let in without need.',
  ],
  [
    'NetworkPolicy to-payments',
    'spec ingress 0 from',
    pods('edge'),
    'accounts > payments 8080 is not let in.',
  ],
  [
    'NetworkPolicy from-flights',
    'spec egress 0 to',
    pods('edge'),
    'flights > accounts 8080 may not be called.',
  ],
  [
    'NetworkPolicy from-prerender',
    'spec egress 0 to',
    pods('payments'),
    'prerender > payments 8080 may be called without need.',
  ],
  [
    'NetworkPolicy all-to-dns',
    'spec egress 0 ports 0 port',
    54,
    'edge > kube-system k8s-app=kube-dns UDP 53 may not be called.',
  ],
  [
    'NetworkPolicy to-https',
    'spec egress 0 to 0 ipBlock except',
    [],
    'The internet includes private networks.',
  ],
  [
    'NetworkPolicy to-https',
    'spec podSelector',
    {},
    'migrate-payments > internet 443 may be called without need.',
  ],
  [
    'NetworkPolicy to-redis',
    'spec podSelector matchExpressions 0 values',
    ['accounts', 'flights'],
    'payments > private network 6379 may not be called.',
  ],
  [
    'NetworkPolicy prometheus-to-services',
    'spec podSelector matchExpressions 0 values',
    ['edge'],
    'monitoring app.kubernetes.io/name=prometheus > flights 8080 is not let in.',
  ],
])('refuses policies in which of %s %s is %j', (of, path, value, problem) => {
  const { manifests, secrets } = changeOverlay(of, path, value);
  expect(listConnectionProblems(manifests, secrets, services)).toContain(problem);
});
