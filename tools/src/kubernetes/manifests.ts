import type { IDeployment } from 'kubernetes-models/apps/v1';
import type { ICronJob, IJob } from 'kubernetes-models/batch/v1';
import type { IConfigMap, IContainer, IPodTemplateSpec } from 'kubernetes-models/v1';
import { z } from 'zod';

export const manifestSchema = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), namespace: z.string().optional() }),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** The manifests of a kind, whose schema a test checks. */
export const selectKind = <Kind extends { metadata?: { name?: string } }>(
  manifests: readonly Manifest[],
  kind: string,
): (Kind & { metadata: Manifest['metadata'] })[] =>
  manifests.filter((manifest) => manifest.kind === kind) as unknown as (Kind & {
    metadata: Manifest['metadata'];
  })[];

export interface Workload {
  kind: string;
  name: string;
  template: IPodTemplateSpec;
  labels: Record<string, string>;
  container: IContainer;
}

/** Everything that has pods. */
export function listWorkloads(manifests: readonly Manifest[]): Workload[] {
  const templates = [
    ...['Deployment', 'StatefulSet'].flatMap((kind) =>
      selectKind<IDeployment>(manifests, kind).map(({ metadata, spec }) => ({
        ...{ kind, name: metadata.name, template: spec!.template },
      })),
    ),
    ...selectKind<IJob>(manifests, 'Job').map(({ metadata, spec }) => ({
      ...{ kind: 'Job', name: metadata.name, template: spec!.template },
    })),
    ...selectKind<ICronJob>(manifests, 'CronJob').map(({ metadata, spec }) => ({
      ...{ kind: 'CronJob', name: metadata.name, template: spec!.jobTemplate.spec!.template },
    })),
  ];
  return templates.map((workload) => {
    const { spec, metadata } = workload.template;
    const [container, other] = spec?.containers ?? [];
    if (!container || other) throw new Error(`${workload.name} does not have one container.`);
    return { ...workload, container, labels: metadata?.labels ?? {} };
  });
}

/** The lines of a file for `kubectl create secret --from-env-file`; those that are commented out are optional keys. */
export function readSecretTemplate(text: string): { values: Record<string, string>; optional: string[] } {
  const lines = [...text.matchAll(/^(# )?([A-Z]\w*)=(.*)$/gm)];
  const of = (isOptional: boolean) => lines.filter(([, comment]) => Boolean(comment) === isOptional);
  return {
    values: Object.fromEntries(of(false).map(([, , name, value]) => [name!, value!])),
    optional: of(true).map(([, , name]) => name!),
  };
}

/** The values of all secrets, by name and key. */
export type SecretValues = Record<string, Record<string, string>>;

/** The variables of a container. One whose secret or ConfigMap is optional and does not exist is left out, or has no value. */
export function listVariables(
  { container }: Workload,
  manifests: readonly Manifest[],
  secrets: SecretValues,
): Record<string, string> {
  const maps = Object.fromEntries(
    selectKind<IConfigMap>(manifests, 'ConfigMap').map(({ metadata, data }) => [metadata.name, data ?? {}]),
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

interface Selector {
  matchLabels?: Record<string, string>;
  matchExpressions?: { key: string; operator: string; values?: string[] }[];
}

/** Whether a selector selects a pod with these labels. Throws for an operator that our manifests do not use. */
export function selects(selector: Selector | undefined, labels: Record<string, string>): boolean {
  const { matchLabels = {}, matchExpressions = [] } = selector ?? {};
  return (
    selector !== undefined &&
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      if (operator !== 'In') throw new Error(`The operator ${operator} is not known here.`);
      return values.includes(labels[key] ?? '');
    })
  );
}
