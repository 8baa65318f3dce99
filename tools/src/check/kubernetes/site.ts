import { drainTimeoutMs } from '@fareline/service-kit/drain';
import type { IScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1';
import type { IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import type { IIngress } from 'kubernetes-models/networking.k8s.io/v1';
import type { IConfigMap } from 'kubernetes-models/v1';
import { listWorkloads, selectKind, type Manifest } from '../../kubernetes/manifests.ts';
import type { Overlay } from '../../kubernetes/overlays.ts';
import { selectProblems } from '../images.ts';

/** Connections of a replica to PostgreSQL, and those that PostgreSQL has by default without its reserved ones. */
const poolSize = 10;
const maxConnections = 97;

function listAutoscalers(manifests: readonly Manifest[]) {
  return [
    ...selectKind<IHorizontalPodAutoscaler>(manifests, 'HorizontalPodAutoscaler').map(({ spec }) => ({
      ...{
        target: spec?.scaleTargetRef.name ?? '',
        min: spec?.minReplicas ?? 1,
        max: spec?.maxReplicas ?? 0,
      },
      behavior: spec?.behavior,
    })),
    ...selectKind<IScaledObject>(manifests, 'ScaledObject').map(({ spec }) => ({
      ...{
        target: spec.scaleTargetRef.name,
        min: spec.minReplicaCount ?? 0,
        max: spec.maxReplicaCount ?? 100,
      },
      behavior: spec.advanced?.horizontalPodAutoscalerConfig?.behavior,
    })),
  ];
}

/** Sentences about how many replicas run. */
export function listScalingProblems(manifests: readonly Manifest[], services: readonly string[]): string[] {
  const autoscalers = listAutoscalers(manifests);
  // A roll-out adds one replica of each.
  const connections = autoscalers
    .filter(({ target }) => ['accounts', 'payments'].includes(target))
    .reduce((sum, { max }) => sum + (max + 1) * poolSize, 0);
  return [
    ...(connections > maxConnections
      ? [`PostgreSQL may get ${connections} connections, more than it has by default.`]
      : []),
    ...services.flatMap((name) => {
      const [own, other] = autoscalers.filter(({ target }) => target === name);
      const { stabilizationWindowSeconds: window = 0, policies = [] } = own?.behavior?.scaleDown ?? {};
      return selectProblems([
        [own === undefined || other !== undefined, 'it does not have one autoscaler'],
        [(own?.min ?? 0) < 2, 'it may run once only'],
        [window < 300 || policies.length === 0, 'its replicas come and go'],
      ]).map((problem) => `${name}: ${problem}.`);
    }),
  ];
}

/** Sentences about the way from visitors to the edge. */
export function listIngressProblems(manifests: readonly Manifest[]): string[] {
  const [ingress, other] = selectKind<IIngress>(manifests, 'Ingress');
  const { ingressClassName, tls = [], rules = [] } = ingress?.spec ?? {};
  const { annotations = {} } = ingress?.metadata ?? ({} as { annotations?: Record<string, string> });
  const settings = selectKind<IConfigMap>(manifests, 'ConfigMap').find(
    ({ metadata }) => metadata.name === 'settings',
  );
  const hosts = rules.map(({ host }) => host);
  const names = new Set(rules.flatMap(({ http }) => http?.paths.map(({ backend }) => backend.service?.name)));
  const timeout = Number.parseInt(
    (annotations as Record<string, string>)['nginx.org/proxy-read-timeout'] ?? '60s',
  );
  return selectProblems([
    [ingress === undefined || other !== undefined, 'There is not one Ingress.'],
    [!ingressClassName, 'Any controller may take the Ingress.'],
    [hosts.includes(undefined), 'The Ingress takes any host.'],
    [hosts.some((host) => !tls.some((entry) => entry.hosts?.includes(host ?? ''))), 'A host has no TLS.'],
    [tls.some(({ secretName }) => !secretName), 'A host has no certificate.'],
    [[...names].join() !== 'edge', 'Visitors reach more than the edge.'],
    [timeout * 1000 <= drainTimeoutMs, 'The proxy ends an order that succeeds afterwards.'],
    [`https://${hosts[0]}` !== settings?.data?.SITE_ORIGIN, 'The first host is not that of SITE_ORIGIN.'],
  ]);
}

/** Sentences about keys of secrets that a template lacks, has in vain, or has as optional though they are not. */
export function listSecretProblems({ manifests, secrets, optionalKeys }: Overlay): string[] {
  const used = listWorkloads(manifests).flatMap(({ container }) =>
    (container.env ?? []).flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []),
  );
  const named = (isOptional: boolean) =>
    new Set(used.filter(({ optional }) => Boolean(optional) === isOptional).map(({ key }) => key));
  const [required, optional] = [named(false), named(true)];
  const keys = new Set(Object.keys(secrets.secrets ?? {}));
  const optionalOnes = new Set(optionalKeys.secrets);
  return [
    ...[...required].filter((key) => !keys.has(key)).map((key) => `${key} is missing in the template.`),
    ...[...keys].filter((key) => !required.has(key)).map((key) => `${key} is used by nothing.`),
    ...[...new Set([...optional, ...optionalOnes])]
      .filter((key) => !optional.has(key) || !optionalOnes.has(key))
      .map((key) => `${key} is optional in a manifest or in the template only.`),
  ];
}
