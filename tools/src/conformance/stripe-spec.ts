import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ErrorObject, type Schema } from 'ajv';
import type { StripeAnswer } from './stripe-probes.ts';

interface Specification {
  version: string;
  /** By method and route. */
  operations: Record<string, Record<'request' | '200' | 'default', Schema>>;
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

/** Reads the part of Stripe's published specification that payments uses, with what is known to be newer. */
export function readSpecification(): Checker {
  const file = join(import.meta.dirname, 'stripe-specification.json');
  const specification = JSON.parse(readFileSync(file, 'utf8')) as Specification;
  const ajv = new Ajv({ strict: false, allErrors: true, validateSchema: false });
  ajv.addSchema({ $id: 'stripe', ...specification });

  const validate = (call: string, part: 'request' | '200' | 'default', value: unknown): string[] => {
    const pointer = encodeURI(call).replaceAll('/', '~1');
    const run = ajv.getSchema(`stripe#/operations/${pointer}/${part}`);
    if (!run) throw new Error(`${call} has no ${part}.`);
    return run(value) ? [] : (run.errors ?? []).flatMap(describeError);
  };

  return {
    version: specification.version,
    check({ call: { method, route, params = {} }, status, body }) {
      const name = `${method} ${route}`;
      if (!specification.operations[name]) return [`${name}: not published`];
      return [
        ...validate(name, 'request', params).map((each) => `request${each}`),
        ...validate(name, status === 200 ? '200' : 'default', body).map((each) => `answer${each}`),
      ].map((each) => `${name}: ${each}`);
    },
  };
}
