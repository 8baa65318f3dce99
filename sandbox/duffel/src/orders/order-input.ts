import { z } from 'zod';

const ServiceInput = z.object({ id: z.string(), quantity: z.number().int().min(1) });
export const PaymentInput = z.object({ type: z.string(), amount: z.string(), currency: z.string() });
export type PaymentInput = z.infer<typeof PaymentInput>;

/** The request body that adds extras to an order. */
export const ServicesInput = z.object({ add_services: z.array(ServiceInput).min(1), payment: PaymentInput });

/** The request body of a booking. Rules that depend on the offer are in passenger-rules.ts and create-order.ts. */
export const OrderInput = z.object({
  type: z.literal('instant'),
  selected_offers: z.array(z.string()).length(1),
  services: z.array(ServiceInput).nullish(),
  payments: z.array(PaymentInput).nullish(),
  metadata: z
    .record(
      z
        .string()
        .max(40)
        .regex(/^[\w-]+$/),
      z.string().max(500),
    )
    .refine((metadata) => Object.keys(metadata).length <= 50, 'at most 50 pairs')
    .nullish(),
  users: z.array(z.string()).nullish(),
  passengers: z
    .array(
      z.object({
        id: z.string(),
        title: z.string(),
        gender: z.enum(['m', 'f']),
        given_name: z.string().min(1),
        family_name: z.string().min(1),
        born_on: z.iso.date(),
        email: z.string(),
        phone_number: z.string(),
        infant_passenger_id: z.string().nullish(),
        user_id: z.string().nullish(),
        identity_documents: z
          .array(
            z.object({
              type: z.string(),
              unique_identifier: z.string().min(1),
              issuing_country_code: z
                .string()
                .regex(/^[A-Z]{2}$/)
                .nullish(),
              expires_on: z.iso.date().nullish(),
            }),
          )
          .nullish(),
        loyalty_programme_accounts: z
          .array(z.object({ account_number: z.string(), airline_iata_code: z.string() }))
          .nullish(),
      }),
    )
    .min(1),
});

export type OrderInput = z.infer<typeof OrderInput>;
export type PassengerInput = OrderInput['passengers'][number];
