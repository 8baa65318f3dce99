import * as fc from 'fast-check';
import { z } from 'zod';

interface JsonSchema {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema | boolean;
  prefixItems?: JsonSchema[];
  minItems?: number;
  maxItems?: number;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

/** Values that exist, by the name of the field, so that some cases get past the first check. */
export type KnownValues = Record<string, readonly unknown[]>;

/** Inputs that a schema accepts, as far as JSON Schema can express it: its refinements may reject them. */
export function valuesOf(schema: z.ZodType, known: KnownValues): fc.Arbitrary<unknown> {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  return build(root, { root, known, depth: 0 });
}

interface Context {
  root: JsonSchema;
  known: KnownValues;
  depth: number;
}

const maxDepth = 6;

function build(schema: JsonSchema, context: Context): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) {
    const target = context.root.$defs?.[schema.$ref.replace('#/$defs/', '')];
    if (!target || context.depth > maxDepth) return fc.constant(null);
    return build(target, { ...context, depth: context.depth + 1 });
  }
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return fc.oneof(...options.map((option) => build(option, context)));
  if (schema.allOf)
    return fc
      .tuple(...schema.allOf.map((part) => build(part, context)))
      .map((parts) => Object.assign({}, ...(parts as object[])) as object);
  switch (schema.type) {
    case 'object':
      return buildObject(schema, context);
    case 'array':
      return buildArray(schema, context);
    case 'string':
      return buildString(schema);
    case 'integer':
      return fc.integer({
        min: Math.max(schema.minimum ?? -10, -1e9),
        max: Math.min(schema.maximum ?? 1e6, 1e9),
      });
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      // Coerced and preprocessed values have no type.
      return fc.oneof(fc.integer({ min: 0, max: 9 }), fc.string({ maxLength: 10 }), fc.constant(''));
  }
}

function buildObject({ properties = {}, required = [], additionalProperties }: JsonSchema, context: Context) {
  const fields = Object.entries(properties).map(([name, property]) => {
    const values = build(property, context);
    const known = context.known[name];
    const chosen = known ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, values) : values;
    return [name, chosen] as const;
  });
  const object = fc.record(Object.fromEntries(fields), { requiredKeys: required as never[] });
  if (typeof additionalProperties !== 'object') return object;
  const more = fc.dictionary(fc.string({ maxLength: 8 }), build(additionalProperties, context), {
    maxKeys: 3,
  });
  return fc.tuple(object, more).map(([named, others]) => ({ ...others, ...named }));
}

function buildArray({ items, prefixItems, minItems = 0, maxItems }: JsonSchema, context: Context) {
  if (prefixItems) return fc.tuple(...prefixItems.map((item) => build(item, context)));
  const values = typeof items === 'object' ? build(items, context) : fc.string();
  return fc.array(values, { minLength: minItems, maxLength: Math.min(maxItems ?? 3, minItems + 2) });
}

const formats: Record<string, fc.Arbitrary<string>> = {
  email: fc.emailAddress(),
  date: fc
    .integer({ min: -400, max: 400 })
    .map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)),
  'date-time': fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  uri: fc.webUrl(),
  uuid: fc.uuid(),
};

function buildString({ format, pattern, minLength = 0, maxLength }: JsonSchema): fc.Arbitrary<string> {
  const formatted = format === undefined ? undefined : formats[format];
  if (formatted) return formatted;
  if (pattern !== undefined) {
    try {
      return fc.stringMatching(new RegExp(pattern));
    } catch {
      // fast-check does not support all expressions, for example lookarounds.
    }
  }
  return fc.string({ minLength, maxLength: Math.min(maxLength ?? 40, minLength + 40) });
}
