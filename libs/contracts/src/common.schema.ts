import './validation-messages.ts';
import { z } from 'zod';
import { cabinClasses } from './searches/search-rules.ts';

/**
 * Text that a person types, in one Unicode form: keyboards write é as one character or as two, and both are the same password, name or
 * code. Lengths count this form. (CARE-02)
 */
export const typedText = () => z.string().normalize('NFC');

/** An offer id in a request; longer than any provider's, and short enough for a URL. */
export const offerIdSchema = z.string().max(120);

/** A decimal amount as a string, such as "389.50". */
export const amountSchema = z.string().regex(/^-?\d{1,12}(\.\d{1,4})?$/, 'Invalid input');

const emailLocalPart = "(?!\\.)(?!.*\\.\\.)[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}(?<!\\.)";
const domainLabel = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?';
const topLevelDomain = '(?!\\d+$)[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])';
const emailPattern = new RegExp(`^${emailLocalPart}@(?:${domainLabel}\\.)+${topLevelDomain}$`, 'u');

/** Whether the name system can have the domain: IDNA refuses some labels, such as those of mixed direction. */
function isPossibleDomain(email: string): boolean {
  try {
    return Boolean(new URL(`http://${email.slice(email.indexOf('@') + 1)}`));
  } catch {
    return false;
  }
}

/**
 * An email address as HTML defines it for `type="email"`, whose domain may have letters of any script (RFC 5890) and has a dot,
 * which airlines require. In one Unicode form, as `typedText`. (FIELD-05, CARE-02)
 */
export const emailSchema = (message = 'Invalid email') =>
  z
    .email({ pattern: emailPattern, error: message })
    .normalize('NFC')
    .max(254, message)
    .refine((email) => !emailPattern.test(email) || isPossibleDomain(email), message);

/** An amount in a request: a string, or a number that is converted to a string and never used for arithmetic. */
export const amountInputSchema = z.union([
  amountSchema,
  z.number().finite().transform(String).pipe(amountSchema),
]);

export const currencySchema = z.string().regex(/^[A-Z]{3}$/, 'Invalid input');

/** An existing calendar date, `yyyy-MM-dd`. (FORM-28) */
export const dateSchema = z.iso.date('Invalid input');

/** An airport-local time without a zone, `yyyy-MM-ddTHH:mm:ss`; never shifted. (FORMAT-10) */
export const localDateTimeSchema = z.string();

export const iataCodeSchema = z
  .string()
  .regex(/^[A-Za-z]{3}$/, 'Invalid input')
  .transform((code) => code.toUpperCase());

export const modeSchema = z.enum(['test', 'live']);
export type Mode = z.output<typeof modeSchema>;

export const cabinClassSchema = z.enum(cabinClasses);
export type CabinClass = z.output<typeof cabinClassSchema>;
