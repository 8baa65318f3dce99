import { drainTimeoutMs } from '@fareline/service-kit/drain';
import type { IDeployment } from 'kubernetes-models/apps/v1';
import type { ICronJob, IJob, IJobSpec } from 'kubernetes-models/batch/v1';
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1';
import type { INamespace } from 'kubernetes-models/v1';
import {
  listWorkloads,
  selectKind,
  selects,
  type Manifest,
  type Workload,
} from '../../kubernetes/manifests.ts';
import { selectProblems } from '../images.ts';

/** Volumes that a pod may have: the ones that leave with it, settings, and a claim of its own. */
const volumeTypes = ['emptyDir', 'configMap'];

/** What must not be in a pod of a namespace with Pod Security `restricted`, and what else ours do not need. */
function listPodProblems({ kind, template, container }: Workload): string[] {
  const spec = template.spec!;
  const { securityContext: ofPod = {}, volumes = [] } = spec;
  const { securityContext: own = {}, resources, image = '', ports } = container;
  const { drop = [], add = [] } = own.capabilities ?? {};
  const probes = [container.startupProbe, container.readinessProbe, container.livenessProbe];
  return selectProblems([
    [ofPod.runAsNonRoot !== true || !ofPod.runAsUser, 'it may run as root'],
    [own.runAsUser === 0 || own.runAsNonRoot === false, 'its container runs as root'],
    [ofPod.seccompProfile?.type !== 'RuntimeDefault', 'it may make any call to the kernel'],
    [own.allowPrivilegeEscalation !== false, 'it can gain privileges'],
    [own.privileged === true, 'it is privileged'],
    [!drop.includes('ALL') || add.length > 0, 'it has capabilities'],
    [own.readOnlyRootFilesystem !== true, 'its root file system can be written'],
    [spec.automountServiceAccountToken !== false, 'it has a token for the API of the cluster'],
    [spec.enableServiceLinks !== false, 'it gets variables about other services'],
    [Boolean(spec.hostNetwork || spec.hostPID || spec.hostIPC), 'it shares something with its machine'],
    [
      volumes.some((volume) => !volumeTypes.some((type) => type in volume)),
      'it has a volume that outlives it or is of its machine',
    ],
    [volumes.some(({ emptyDir }) => emptyDir && !emptyDir.sizeLimit), 'a folder has no limit'],
    [!/:[^/@]+$|@sha256:[0-9a-f]{64}$/.test(image) || image.endsWith(':latest'), 'its image has no tag'],
    [!resources?.requests?.cpu || !resources.requests.memory, 'it asks for no resources'],
    [!resources?.limits?.memory, 'its memory has no limit'],
    [!kind.endsWith('Job') && Boolean(ports) && !probes.every(Boolean), 'it lacks a probe'],
  ]);
}

function listJobProblems(spec: IJobSpec | undefined): string[] {
  return selectProblems([
    [!spec?.activeDeadlineSeconds, 'it may run for ever'],
    [spec?.backoffLimit === undefined, 'it may fail for ever'],
    [!spec?.ttlSecondsAfterFinished, 'it stays when it has ended'],
  ]);
}

/** What a service of several replicas needs, so that no call is lost when one goes. */
function listServiceProblems({ name, template, container, labels }: Workload): string[] {
  const { terminationGracePeriodSeconds = 30, topologySpreadConstraints = [] } = template.spec!;
  const pause = container.lifecycle?.preStop?.sleep?.seconds ?? 0;
  const spread = topologySpreadConstraints.filter(({ labelSelector }) => selects(labelSelector, labels));
  const keys = spread.map(({ topologyKey }) => topologyKey).sort();
  return selectProblems([
    [pause < 5, 'it gets calls after it began to stop'],
    [terminationGracePeriodSeconds <= pause + drainTimeoutMs / 1000, 'it is killed while it finishes calls'],
    [
      keys.join() !== 'kubernetes.io/hostname,topology.kubernetes.io/zone',
      'its replicas may all be on one machine or in one zone',
    ],
  ]).map((problem) => `${name}: ${problem}`);
}

/** Sentences about pods, jobs, volumes and what may be evicted. `services` have several replicas. */
export function listPodAndJobProblems(manifests: readonly Manifest[], services: readonly string[]): string[] {
  const workloads = listWorkloads(manifests);
  const budgets = selectKind<IPodDisruptionBudget>(manifests, 'PodDisruptionBudget');
  const [namespace] = selectKind<INamespace>(manifests, 'Namespace');
  const jobs = [
    ...selectKind<IJob>(manifests, 'Job').map(({ metadata, spec }) => ({ metadata, spec })),
    ...selectKind<ICronJob>(manifests, 'CronJob').map(({ metadata, spec }) => ({
      ...{ metadata, spec: spec?.jobTemplate.spec },
    })),
  ];
  const running = workloads.filter(({ kind }) => !kind.endsWith('Job'));
  const modes = ['enforce', 'audit', 'warn'].map(
    (mode) => namespace?.metadata.labels?.[`pod-security.kubernetes.io/${mode}`],
  );
  return [
    ...(modes.every((mode) => mode === 'restricted') ? [] : ['The namespace is not restricted']),
    ...(/ReadWriteMany/.test(JSON.stringify(manifests)) ? ['A volume is written by several pods'] : []),
    ...(manifests.some(({ kind }) => kind === 'Secret') ? ['A secret is in the repository'] : []),
    ...workloads.flatMap((workload) =>
      listPodProblems(workload).map((problem) => `${workload.name}: ${problem}`),
    ),
    ...jobs.flatMap(({ metadata, spec }) =>
      listJobProblems(spec).map((problem) => `${metadata.name}: ${problem}`),
    ),
    ...running
      .filter(({ name }) => services.includes(name))
      .flatMap((workload) => listServiceProblems(workload)),
    ...running
      .filter(({ labels }) => !budgets.some(({ spec }) => selects(spec?.selector, labels)))
      .map(({ name }) => `${name}: all its pods may be evicted at once`),
    ...budgets
      .filter(({ spec }) => spec?.minAvailable !== undefined || spec?.maxUnavailable !== 1)
      .map(({ metadata }) => `${metadata.name}: its budget may keep a machine from being emptied`),
    ...selectKind<IDeployment>(manifests, 'Deployment')
      .filter(({ metadata, spec }) => services.includes(metadata.name) && spec?.replicas !== undefined)
      .map(({ metadata }) => `${metadata.name}: each roll-out undoes what its autoscaler did`),
  ].map((problem) => `${problem}.`);
}
