import '../validation-messages.ts';
import { z } from 'zod';
import { typedText } from '../common.schema.ts';

/**
 * A user name, folded to lower case, so that names that look alike are the same name. Without `@`, because it would be
 * the email address of another user. (ACCOUNT-01, REGISTER-03)
 */
export const usernameSchema = z
  .string()
  .trim()
  .min(3, 'Username must be at least 3 characters')
  .max(64, 'Username must be at most 64 characters')
  .regex(
    /^[A-Za-z0-9._-]*$/,
    'Username can contain Latin letters, digits, dots, dashes and underscores only; it cannot be an email address',
  )
  .toLowerCase();

/** Control characters, line breaks, and characters that are invisible or change the direction of the text. */
const hiddenCharacter = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** Text on one line, of any script, without hidden characters; `name` begins the message. (ACCOUNT-01) */
export const lineSchema = (name: string) =>
  typedText()
    .trim()
    .refine(
      (text) => !hiddenCharacter.test(text),
      `${name} cannot contain line breaks or invisible characters`,
    );
