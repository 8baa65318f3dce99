import { expect, it } from 'vitest';
import { readOverlay } from '../../kubernetes/overlays.ts';
import { listPodAndJobProblems } from './pods.ts';
import { changeOverlay, services, type Change } from './testing.ts';

const pod = 'spec template spec';
const container = `${pod} containers 0`;
const own = `${container} securityContext`;
const spread = `${pod} topologySpreadConstraints`;

it.each<Change>([
  ['Deployment edge', `${pod} securityContext runAsNonRoot`, false, 'edge: it may run as root.'],
  ['Deployment edge', `${pod} securityContext runAsUser`, 0, 'edge: it may run as root.'],
  ['Deployment edge', `${own} runAsUser`, 0, 'edge: its container runs as root.'],
  [
    'Job contracts',
    `${pod} securityContext seccompProfile`,
    undefined,
    'contracts: it may make any call to the kernel.',
  ],
  ['Job contracts', `${own} allowPrivilegeEscalation`, undefined, 'contracts: it can gain privileges.'],
  ['Deployment edge', `${own} privileged`, true, 'edge: it is privileged.'],
  ['Deployment flights', `${own} capabilities drop`, ['NET_RAW'], 'flights: it has capabilities.'],
  ['Deployment flights', `${own} capabilities add`, ['SYS_TIME'], 'flights: it has capabilities.'],
  ['Deployment edge', `${own} readOnlyRootFilesystem`, false, 'edge: its root file system can be written.'],
  [
    'Deployment edge',
    `${pod} automountServiceAccountToken`,
    undefined,
    'edge: it has a token for the API of the cluster.',
  ],
  [
    'Deployment edge',
    `${pod} enableServiceLinks`,
    undefined,
    'edge: it gets variables about other services.',
  ],
  ['Deployment edge', `${pod} hostNetwork`, true, 'edge: it shares something with its machine.'],
  [
    'Deployment edge',
    `${pod} volumes 0`,
    { name: 'tmp', hostPath: { path: '/' } },
    'edge: it has a volume that outlives it or is of its machine.',
  ],
  ['Deployment edge', `${pod} volumes 0 emptyDir`, {}, 'edge: a folder has no limit.'],
  [
    'Deployment edge',
    `${container} image`,
    'registry.example:5000/fareline/edge',
    'edge: its image has no tag.',
  ],
  ['Deployment edge', `${container} image`, 'fareline/edge:latest', 'edge: its image has no tag.'],
  ['Job contracts', `${container} resources requests`, {}, 'contracts: it asks for no resources.'],
  ['Deployment edge', `${container} resources limits`, undefined, 'edge: its memory has no limit.'],
  ['Deployment accounts', `${container} startupProbe`, undefined, 'accounts: it lacks a probe.'],
  ['Deployment accounts', `${container} readinessProbe`, undefined, 'accounts: it lacks a probe.'],
  ['Deployment accounts', `${container} livenessProbe`, undefined, 'accounts: it lacks a probe.'],
  ['Job contracts', 'spec activeDeadlineSeconds', undefined, 'contracts: it may run for ever.'],
  ['Job contracts', 'spec backoffLimit', undefined, 'contracts: it may fail for ever.'],
  [
    'CronJob prune-releases',
    'spec jobTemplate spec ttlSecondsAfterFinished',
    undefined,
    'prune-releases: it stays when it has ended.',
  ],
  ['Deployment edge', `${container} lifecycle`, undefined, 'edge: it gets calls after it began to stop.'],
  [
    'Deployment edge',
    `${pod} terminationGracePeriodSeconds`,
    160,
    'edge: it is killed while it finishes calls.',
  ],
  [
    'Deployment edge',
    `${spread} 1`,
    undefined,
    'edge: its replicas may all be on one machine or in one zone.',
  ],
  [
    'Deployment edge',
    `${spread} 0 labelSelector matchLabels app`,
    'x',
    'edge: its replicas may all be on one machine or in one zone.',
  ],
  ['Deployment edge', 'spec replicas', 2, 'edge: each roll-out undoes what its autoscaler did.'],
  [
    'PodDisruptionBudget prerender',
    'spec selector matchLabels app',
    'x',
    'prerender: all its pods may be evicted at once.',
  ],
  [
    'PodDisruptionBudget edge',
    'spec maxUnavailable',
    0,
    'edge: its budget may keep a machine from being emptied.',
  ],
  [
    'Namespace fareline',
    'metadata labels',
    { 'pod-security.kubernetes.io/enforce': 'baseline' },
    'The namespace is not restricted.',
  ],
])('refuses pods in which of %s %s is %j', (of, path, value, problem) =>
  expect(listPodAndJobProblems(changeOverlay(of, path, value).manifests, services)).toContain(problem),
);

it('refuses a volume that several pods write, and a secret in the repository', () => {
  const claim = {
    ...{ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'releases' } },
    spec: { accessModes: ['ReadWriteMany'] },
  };
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'secrets' } };
  const { manifests } = readOverlay('production');
  expect(listPodAndJobProblems([...manifests, claim, secret], services)).toEqual([
    'A volume is written by several pods.',
    'A secret is in the repository.',
  ]);
});
