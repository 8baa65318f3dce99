import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseCompose } from '../../containers/compose.ts';
import { overlays, readOverlay } from '../../kubernetes/overlays.ts';
import { repoRoot } from '../../local/paths.ts';
import { listConnectionProblems } from './connections.ts';
import { listDrift } from './drift.ts';
import { listPodAndJobProblems } from './pods.ts';
import { listInvalidValues } from './schemas.ts';
import { listIngressProblems, listScalingProblems, listSecretProblems } from './site.ts';
import { services } from './testing.ts';

const compose = parseCompose(readFileSync(join(repoRoot, 'docker-compose.yml'), 'utf8'));

describe.each(overlays)('the overlay %s', (name) => {
  const overlay = readOverlay(name);
  const { manifests, secrets } = overlay;

  it('has values that Kubernetes takes', () => expect(listInvalidValues(manifests)).toEqual([]));

  it('has pods and jobs that are confined, limited, probed and stopped in time', () =>
    expect(listPodAndJobProblems(manifests, services)).toEqual([]));

  it('lets each program call what its settings name, and nothing else', () =>
    expect(listConnectionProblems(manifests, secrets, services)).toEqual([]));

  it('scales each service, within the connections of PostgreSQL', () =>
    expect(listScalingProblems(manifests, services)).toEqual([]));

  it('leads visitors to the edge by TLS, and waits for orders', () =>
    expect(listIngressProblems(manifests)).toEqual([]));

  it('has templates with the keys of its secrets', () => expect(listSecretProblems(overlay)).toEqual([]));

  it('runs what Docker Compose runs', () =>
    expect(listDrift(manifests, secrets, compose, name === 'sandbox')).toEqual([]));
});
