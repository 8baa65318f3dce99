import type { Context } from '../context.ts';
import { invalidRequest } from './errors.ts';

type Plain = Record<string, unknown>;

/** Fields that hold an id, and where the object behind it is kept. */
function lookUp(context: Context, field: string, id: string): unknown {
  if (field === 'latest_charge' || field === 'charge') return context.store.get('charges', id);
  if (field === 'payment_intent') return context.store.get('payment_intents', id);
  if (field === 'payment_method') return context.store.get('payment_methods', id)?.object;
  return undefined;
}

function refundsOf(context: Context, charge: Plain) {
  const data = context.store.all('refunds').filter((refund) => refund.charge === charge.id);
  return {
    object: 'list',
    data: data.reverse(),
    has_more: false,
    url: `/v1/charges/${String(charge.id)}/refunds`,
  };
}

function expandPath(context: Context, value: unknown, path: string[], whole: string): unknown {
  const [field, ...rest] = path;
  if (field === undefined || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => expandPath(context, item, path, whole));
  const object = value as Plain;
  if (field === 'refunds' && object.object === 'charge')
    return { ...object, refunds: refundsOf(context, object) };
  if (!(field in object)) {
    const message = `This property cannot be expanded (${whole}).`;
    throw invalidRequest({ message, param: 'expand' });
  }
  const current = object[field];
  const resolved = typeof current === 'string' ? lookUp(context, field, current) : current;
  if (resolved === undefined) {
    throw invalidRequest({ message: `This property cannot be expanded (${whole}).`, param: 'expand' });
  }
  return { ...object, [field]: expandPath(context, resolved, rest, whole) };
}

/** Replaces ids by their objects (docs.stripe.com/api/expanding_objects). */
export function expandAll(context: Context, object: object, paths: string[] | undefined): object {
  return (paths ?? []).reduce<object>(
    (value, path) => expandPath(context, value, path.split('.'), path) as object,
    object,
  );
}
