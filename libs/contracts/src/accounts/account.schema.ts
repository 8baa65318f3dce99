import '../validation-messages.ts';
import { z } from 'zod';
import { emailSchema, typedText } from '../common.schema.ts';
import { lineSchema, usernameSchema } from './name.schema.ts';

/** A signed-in account. (API-16) */
export const userSchema = z
  .object({
    id: z.string(),
    username: z.string(),
    email: z.string(),
    createdAt: z.string(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    isAdmin: z.boolean(),
    /** Acts on bookings and sees no keys and brands; administrators can do the same. (REVIEW-04) */
    isSupport: z.boolean(),
    emailVerified: z.boolean(),
    /** Where the screens of staff are, for staff and if it is another origin than this. (GUARD-10) */
    staffOrigin: z.string().optional(),
  })
  .meta({ id: 'User' });
export type User = z.output<typeof userSchema>;

export const loginRequestSchema = z
  .object({
    username: typedText().trim().min(1, 'Username is required').max(254),
    password: typedText().min(1, 'Password is required').max(512),
  })
  .meta({ id: 'LoginRequest' });

/** Sign-up. (REGISTER-03 to REGISTER-06, ACCOUNT-01) */
export const registerRequestSchema = z
  .object({
    username: usernameSchema,
    email: emailSchema('Please enter a valid email address'),
    firstName: lineSchema('First name')
      .min(1, 'First name is required')
      .max(80, 'First name must be at most 80 characters'),
    lastName: lineSchema('Last name')
      .min(1, 'Last name is required')
      .max(80, 'Last name must be at most 80 characters'),
    password: typedText()
      .min(6, 'Password must be at least 6 characters')
      .max(512, 'Password must be at most 512 characters'),
  })
  .meta({ id: 'RegisterRequest' });

/** At least 12 characters with four character classes. (SETTINGS-06) */
export const newPasswordSchema = typedText()
  .min(12, 'New password must be at least 12 characters')
  .max(512, 'New password must be at most 512 characters')
  .refine(
    (password) => [/[A-Z]/, /[a-z]/, /\d/, /[^A-Za-z0-9]/].every((kind) => kind.test(password)),
    'Password must contain at least one uppercase letter, one lowercase letter, one number, and one special character',
  );

export const changePasswordRequestSchema = z
  .object({
    currentPassword: typedText().min(1, 'Current password is required').max(512),
    newPassword: newPasswordSchema,
  })
  .meta({ id: 'ChangePasswordRequest' });

/** The password, before a sensitive action or as a part of it. (ACCOUNT-06) */
export const confirmPasswordRequestSchema = z
  .object({ password: typedText().min(1, 'Password is required').max(512) })
  .meta({ id: 'ConfirmPasswordRequest' });

export const successSchema = z
  .object({ success: z.literal(true), message: z.string() })
  .meta({ id: 'Success' });

export const loginResponseSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  user: userSchema,
});

/** Administrator settings. (API-19) */
export const adminSettingsSchema = z
  .object({
    enableLiveMode: z.boolean(),
    duffelApiConfigured: z.boolean(),
    stripeConfigured: z.boolean(),
    environment: z.string(),
    /** Whether sandboxes take the place of the providers, so that nothing is real in live mode either. */
    isSandbox: z.boolean(),
    /** Why live mode cannot be turned on: which settings are missing, or that this is unknown. */
    message: z.string().optional(),
  })
  .meta({ id: 'AdminSettings' });
export type AdminSettings = z.output<typeof adminSettingsSchema>;

export const contactTopics = [
  'cheap-flights',
  'booking-help',
  'cancellation',
  'refund',
  'group-booking',
  'price-guarantee',
  'other',
] as const;

/** Contact form. (CONTACT-04, CONTACT-05, CONTACT-06) */
export const contactRequestSchema = z
  .object({
    name: lineSchema('Name').min(1, 'Required').max(120),
    email: z.string({ error: 'Required' }).trim().min(1, 'Required').pipe(emailSchema()),
    phone: lineSchema('Phone').max(40).optional(),
    subject: z.enum(contactTopics, { error: 'Invalid input' }).optional(),
    message: z.string().trim().max(5000).optional(),
    newsletter: z.boolean().default(false),
  })
  .meta({ id: 'ContactRequest' });

/** Current mode. (API-14) */
export const systemModeSchema = z
  .object({ isLiveMode: z.boolean(), mode: z.enum(['live', 'test']) })
  .meta({ id: 'SystemMode' });
export type SystemMode = z.output<typeof systemModeSchema>;
