/** Fields of Stripe's published example objects (github.com/stripe/openapi, fixtures), without a charge's expandable `refunds`. */
const splitWords = (text: string) => text.trim().split(/\s+/);

export const PUBLISHED = {
  payment_intent: splitWords(`
    amount amount_capturable amount_details amount_received application application_fee_amount automatic_payment_methods
    canceled_at cancellation_reason capture_method client_secret confirmation_method created currency customer customer_account
    description excluded_payment_method_types id last_payment_error latest_charge livemode managed_payments metadata next_action
    object on_behalf_of payment_method payment_method_configuration_details payment_method_options payment_method_types
    processing receipt_email review setup_future_usage shipping source statement_descriptor statement_descriptor_suffix status
    transfer_data transfer_group`),
  charge: splitWords(`
    amount amount_captured amount_refunded application application_fee application_fee_amount balance_transaction
    billing_details calculated_statement_descriptor captured created currency customer description disputed
    failure_balance_transaction failure_code failure_message fraud_details id livemode metadata object on_behalf_of outcome paid
    payment_intent payment_method payment_method_details receipt_email receipt_number receipt_url refunded review shipping source
    source_transfer statement_descriptor statement_descriptor_suffix status transfer_data transfer_group`),
  charge_card: splitWords(`
    amount_authorized authorization_code brand checks country exp_month exp_year extended_authorization fingerprint funding
    incremental_authorization installments last4 mandate multicapture network network_token network_transaction_id overcapture
    regulated_status three_d_secure transaction_link_id wallet`),
  refund: splitWords(`
    amount balance_transaction charge created currency customer customer_account destination_details id metadata object
    payment_intent payment_method reason receipt_number source_transfer_reversal status transfer_reversal`),
  payment_method: splitWords(
    'allow_redisplay billing_details card created customer customer_account id livemode metadata object type',
  ),
  payment_method_card: splitWords(`
    brand checks country display_brand exp_month exp_year fingerprint funding generated_from last4 networks regulated_status
    three_d_secure_usage wallet`),
  event: splitWords('api_version created data id livemode object pending_webhooks request type'),
};
