import type { RequestContext } from '../deps.ts';
import { invalidRequest } from './errors.ts';

type PlainObject = Record<string, unknown>;

/** Finds the object for a field that contains an id; undefined if the field is not expandable. */
function findObject(context: RequestContext, field: string, id: string): unknown {
  if (field === 'latest_charge') return context.charges.get(id);
  if (field === 'payment_method') return context.paymentMethods.get(id)?.object;
  return undefined;
}

function expandPath(context: RequestContext, value: unknown, path: string[], fullPath: string): unknown {
  const [field, ...rest] = path;
  if (field === undefined || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => expandPath(context, item, path, fullPath));
  const object = value as PlainObject;
  if (!(field in object)) {
    const message = `This property cannot be expanded (${fullPath}).`;
    throw invalidRequest({ message, param: 'expand' });
  }
  const current = object[field];
  const resolved = typeof current === 'string' ? findObject(context, field, current) : current;
  if (resolved === undefined) {
    throw invalidRequest({ message: `This property cannot be expanded (${fullPath}).`, param: 'expand' });
  }
  return { ...object, [field]: expandPath(context, resolved, rest, fullPath) };
}

/** Replaces ids by their objects (docs.stripe.com/api/expanding_objects). Throws Stripe's 400 for other fields. */
export function expandAll(context: RequestContext, object: object, paths: string[] | undefined): object {
  return (paths ?? []).reduce<object>(
    (value, path) => expandPath(context, value, path.split('.'), path) as object,
    object,
  );
}
