import type { Manifest } from '../../kubernetes/manifests.ts';
import { readOverlay, type Overlay } from '../../kubernetes/overlays.ts';

export const services = ['accounts', 'edge', 'flights', 'payments'];

export type Change = [of: string, path: string, value: unknown, problem: string];

const production = readOverlay('production');

/**
 * The overlay for production with another value in one manifest, which is named by kind and name. The keys of the path are separated by
 * spaces, and undefined removes the value. Throws when it has this value.
 */
export function changeOverlay(of: string, path: string, value: unknown): Overlay {
  const overlay = structuredClone(production);
  const manifest = overlay.manifests.find(({ kind, metadata }) => `${kind} ${metadata.name}` === of);
  const keys = path.split(' ');
  const last = keys.pop()!;
  let target = manifest as unknown as Record<string, unknown>;
  for (const key of keys) target = target[key] as Record<string, unknown>;
  if (JSON.stringify(target[last]) === JSON.stringify(value))
    throw new Error(`${of}: ${path} is this value.`);
  if (value === undefined) delete target[last];
  else target[last] = value;
  // A value that was removed from a list has left a hole.
  const manifests = JSON.parse(JSON.stringify(overlay.manifests).replaceAll(',null', '')) as Manifest[];
  return { ...overlay, manifests };
}
