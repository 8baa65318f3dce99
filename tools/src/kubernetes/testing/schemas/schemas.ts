import { join } from 'node:path';
import * as keda from '@kubernetes-models/keda/keda.sh/v1alpha1';
import * as apps from 'kubernetes-models/apps/v1';
import * as autoscaling from 'kubernetes-models/autoscaling/v2';
import * as batch from 'kubernetes-models/batch/v1';
import * as networking from 'kubernetes-models/networking.k8s.io/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as core from 'kubernetes-models/v1';
import ts from 'typescript';
import { repoRoot } from '../../../local/paths.ts';
import type { Manifest } from '../manifests.ts';

const modules: Record<string, [path: string, models: object]> = {
  v1: ['kubernetes-models/v1', core],
  'apps/v1': ['kubernetes-models/apps/v1', apps],
  'autoscaling/v2': ['kubernetes-models/autoscaling/v2', autoscaling],
  'batch/v1': ['kubernetes-models/batch/v1', batch],
  'keda.sh/v1alpha1': ['@kubernetes-models/keda/keda.sh/v1alpha1', keda],
  'networking.k8s.io/v1': ['kubernetes-models/networking.k8s.io/v1', networking],
  'policy/v1': ['kubernetes-models/policy/v1', policy],
};

type Model = new (data: Manifest) => { validate(): void };

function findModel({ apiVersion, kind }: Manifest): Model | undefined {
  const [, models] = modules[apiVersion] ?? [];
  return (models as Record<string, Model> | undefined)?.[kind];
}

const toName = ({ kind, metadata }: Manifest) => `${kind} ${metadata.name}`;

/** Sentences about values that Kubernetes would refuse. */
export function listInvalidValues(manifests: readonly Manifest[]): string[] {
  return manifests.flatMap((manifest) => {
    const Model = findModel(manifest);
    if (!Model) return [`${toName(manifest)}: ${manifest.apiVersion} has no such kind.`];
    try {
      new Model(manifest).validate();
      return [];
    } catch (error) {
      return [`${toName(manifest)}: ${(error as Error).message}`];
    }
  });
}

/**
 * Sentences about fields that Kubernetes does not have, which it may ignore. The schemas let them pass, the types do not: each manifest
 * is compiled as a literal of the type of its kind.
 */
export function listUnknownFields(manifests: readonly Manifest[]): string[] {
  const file = join(repoRoot, 'tools/src/kubernetes/testing/schemas/manifests-as-code.ts');
  const known = manifests.filter(findModel);
  const text = known
    .map((manifest, index) => {
      const [path = ''] = modules[manifest.apiVersion] ?? [];
      const type = `import('${path}').I${manifest.kind}`;
      return `export const manifest${index}: ${type} = ${JSON.stringify(manifest)};`;
    })
    .join('\n');
  const options: ts.CompilerOptions = {
    ...{ module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2024, types: [] },
    ...{ strict: true, noEmit: true, skipLibCheck: true },
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.getSourceFile = (name, ...rest) =>
    name === file ? ts.createSourceFile(name, text, options.target!) : getSourceFile(name, ...rest);
  const program = ts.createProgram([file], options, host);
  const source = program.getSourceFile(file)!;
  return program.getSemanticDiagnostics(source).map(({ start = 0, messageText }) => {
    const { line } = source.getLineAndCharacterOfPosition(start);
    return `${toName(known[line]!)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}
