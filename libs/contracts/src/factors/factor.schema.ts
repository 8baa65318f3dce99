import '../validation-messages.ts';
import { z } from 'zod';
import { typedText } from '../common.schema.ts';
import { userSchema } from '../accounts/account.schema.ts';
import { sessionFactorSchema } from '../sessions/session-key.schema.ts';

/** A passkey or security key (WebAuthn), or an app that shows codes (TOTP, RFC 6238). */
export const factorKindSchema = z.enum(['passkey', 'totp']);
export type FactorKind = z.output<typeof factorKindSchema>;

/** How many recovery codes there are at first. (GUARD-09) */
export const recoveryCodeCount = 10;

/** Six digits; spaces are typed as apps show them. */
const appCodeSchema = typedText()
  .transform((code) => code.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Enter the six digits that the app shows'));

/** 24 letters and digits, however they are grouped and written. */
const recoveryCodeSchema = typedText()
  .transform((code) => code.replace(/[\s-]/g, '').toLowerCase())
  .pipe(z.string().regex(/^[a-z0-9]{24}$/, 'Enter a recovery code: six groups of four letters and digits'));

/** The form in which a code is typed. */
export const appCodeFormSchema = z.object({ code: appCodeSchema });
export const recoveryCodeFormSchema = z.object({ code: recoveryCodeSchema });

/** A WebAuthn answer of the browser, which the server's library checks in detail. */
const credentialSchema = z.looseObject({
  id: z.string().max(2000),
  rawId: z.string().max(2000),
  type: z.literal('public-key'),
  response: z.record(z.string(), z.unknown()),
  clientExtensionResults: z.record(z.string(), z.unknown()),
});

/** What the session's second factor is, and what it may be shown with; nothing if none is set up yet. */
export const factorStateSchema = z.object({
  factor: sessionFactorSchema,
  kinds: z.array(z.enum(['passkey', 'totp', 'recovery'])),
});
export type FactorState = z.output<typeof factorStateSchema>;

/** The options of `navigator.credentials`, as JSON. */
const optionsSchema = z.record(z.string(), z.unknown());

export const factorChallengeSchema = z.object({ options: optionsSchema });

/** A second factor as it is shown. */
export const shownFactorSchema = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('passkey'), credential: credentialSchema }),
    z.object({ kind: z.literal('totp'), code: appCodeSchema }),
    z.object({ kind: z.literal('recovery'), code: recoveryCodeSchema }),
  ])
  .meta({ id: 'ShownFactor' });
export type ShownFactor = z.output<typeof shownFactorSchema>;

export const factorsSchema = z
  .object({
    factors: z.array(
      z.object({
        id: z.string(),
        kind: factorKindSchema,
        name: z.string(),
        createdAt: z.string(),
        lastUsedAt: z.string().nullable(),
      }),
    ),
    recoveryCodesLeft: z.number().int(),
    /** Whether this site has no staff without a second factor. */
    isRequired: z.boolean(),
  })
  .meta({ id: 'Factors' });
export type Factors = z.output<typeof factorsSchema>;

/** A base32 secret of 160 bits, as RFC 4226 recommends. */
const appSecretSchema = z.string().regex(/^[A-Z2-7]{32}$/);

export const factorPreparationSchema = z.object({
  options: optionsSchema,
  secret: appSecretSchema,
  /** What the app reads from the picture: `otpauth://totp/…`. */
  uri: z.string(),
});
export type FactorPreparation = z.output<typeof factorPreparationSchema>;

/** The token of the link with which the first factor is set up where one is required. */
const setUpTokenSchema = z.string().min(10).max(200).optional();

export const prepareFactorRequestSchema = z.object({ token: setUpTokenSchema });

const factorNameSchema = typedText()
  .trim()
  .min(1, 'Give it a name that you will recognise')
  .max(60, 'The name must be at most 60 characters');

/** The forms in which a factor is added. */
export const passkeyFormSchema = z.object({ name: factorNameSchema });
export const appFormSchema = z.object({ name: factorNameSchema, code: appCodeSchema });

export const newFactorSchema = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('passkey'),
      name: factorNameSchema,
      token: setUpTokenSchema,
      credential: credentialSchema,
    }),
    z.object({
      kind: z.literal('totp'),
      name: factorNameSchema,
      token: setUpTokenSchema,
      secret: appSecretSchema,
      code: appCodeSchema,
    }),
  ])
  .meta({ id: 'NewFactor' });
export type NewFactor = z.output<typeof newFactorSchema>;

export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) });

export const addedFactorSchema = z.object({
  user: userSchema,
  /** Only with the first factor. */
  recoveryCodes: z.array(z.string()).nullable(),
});
export type AddedFactor = z.output<typeof addedFactorSchema>;
