import { z } from 'zod';

export const manifestSchema = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({
    name: z.string(),
    namespace: z.string().optional(),
    labels: z.record(z.string(), z.string()).optional(),
  }),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** What is read here of manifests, whose schemas `npm run test:full` checks. */
interface Container {
  image?: string;
  envFrom?: { configMapRef?: { name?: string }; secretRef?: { name?: string } }[];
  env?: { name: string; value?: string; valueFrom?: { secretKeyRef?: { name?: string; key: string } } }[];
}
interface PodTemplate {
  spec: { containers: Container[]; terminationGracePeriodSeconds?: number };
}

/** The manifests of a kind, each with what the caller reads of it. */
const selectKind = <Content extends object>(
  manifests: readonly Manifest[],
  kind: string,
): (Content & Manifest)[] =>
  manifests.filter((manifest) => manifest.kind === kind) as unknown as (Content & Manifest)[];

export interface Workload {
  name: string;
  template: PodTemplate;
  container: Container;
}

/** Everything that has pods. Throws for a pod with several containers, which readers would not see. */
export function listWorkloads(manifests: readonly Manifest[]): Workload[] {
  const workloads = [
    ...['Deployment', 'StatefulSet', 'Job'].flatMap((kind) =>
      selectKind<{ spec: { template: PodTemplate } }>(manifests, kind).map(({ metadata, spec }) => ({
        ...{ name: metadata.name, template: spec.template },
      })),
    ),
    ...selectKind<{ spec: { jobTemplate: { spec: { template: PodTemplate } } } }>(manifests, 'CronJob').map(
      ({ metadata, spec }) => ({ name: metadata.name, template: spec.jobTemplate.spec.template }),
    ),
  ];
  return workloads.map((workload) => {
    const [container, other] = workload.template.spec.containers;
    if (!container || other) throw new Error(`${workload.name} does not have one container.`);
    return { ...workload, container };
  });
}

/** The lines of a file for `kubectl create secret --from-env-file`, without those that are commented out. */
export const readSecretTemplate = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^([A-Z]\w*)=(.*)$/gm)].map(([, name, value]) => [name!, value!]));

/** The values of all secrets, by name and key. */
export type SecretValues = Record<string, Record<string, string>>;

/** The variables of a container. One whose secret or ConfigMap is optional and does not exist is left out, or has no value. */
export function listVariables(
  { container }: Workload,
  manifests: readonly Manifest[],
  secrets: SecretValues,
): Record<string, string> {
  const maps = Object.fromEntries(
    selectKind<{ data?: Record<string, string> }>(manifests, 'ConfigMap').map(({ metadata, data }) => [
      metadata.name,
      data ?? {},
    ]),
  );
  const included = (container.envFrom ?? []).map(
    ({ configMapRef, secretRef }) => maps[configMapRef?.name ?? ''] ?? secrets[secretRef?.name ?? ''] ?? {},
  );
  const own = (container.env ?? []).map(({ name, value, valueFrom }) => {
    const { name: secret = '', key = '' } = valueFrom?.secretKeyRef ?? {};
    return [name, value ?? secrets[secret]?.[key] ?? ''] as const;
  });
  return Object.assign({}, ...included, Object.fromEntries(own)) as Record<string, string>;
}
