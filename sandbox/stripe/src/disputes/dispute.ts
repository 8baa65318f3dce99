import type Stripe from 'stripe';

import type { RequestContext } from '../deps.ts';
import { emit } from '../events/emit.ts';
import { newId } from '../ids.ts';
import type { Charge, Dispute } from '../records.ts';

const noEvidence: Stripe.Dispute.Evidence = {
  ...{ access_activity_log: null, billing_address: null, cancellation_policy: null },
  ...{ cancellation_policy_disclosure: null, cancellation_rebuttal: null, customer_communication: null },
  ...{ customer_email_address: null, customer_name: null, customer_purchase_ip: null },
  ...{ customer_signature: null, duplicate_charge_documentation: null, duplicate_charge_explanation: null },
  ...{ duplicate_charge_id: null, enhanced_evidence: {}, product_description: null, receipt: null },
  ...{ refund_policy: null, refund_policy_disclosure: null, refund_refusal_explanation: null },
  ...{ service_date: null, service_documentation: null, shipping_address: null, shipping_carrier: null },
  ...{ shipping_date: null, shipping_documentation: null, shipping_tracking_number: null },
  ...{ uncategorized_file: null, uncategorized_text: null },
};

const dueSeconds = 7 * 86_400;

/** The cardholder disputes what was captured and not refunded, or a part of it; the provider waits for evidence. */
export function openDispute(
  context: RequestContext,
  charge: Charge,
  amount = charge.amount_captured - charge.amount_refunded,
): Dispute {
  const created = context.clock.seconds();
  const dispute: Dispute = {
    id: newId('du'),
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      ...{ due_by: created + dueSeconds, enhanced_eligibility: {}, has_evidence: false },
      ...{ past_due: false, submission_count: 0, submission_method: 'manual' },
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: charge.livemode,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'product_not_received',
    status: 'needs_response',
  };
  context.disputes.put(dispute.id, dispute);
  context.charges.put(charge.id, { ...charge, disputed: true });
  emit(context, 'charge.dispute.created', dispute);
  return dispute;
}

/** What the bank is given, which then decides; nothing can be added. */
export function submitEvidence(
  context: RequestContext,
  dispute: Dispute,
  evidence: Partial<Stripe.Dispute.Evidence>,
): Dispute {
  const details = { ...dispute.evidence_details, has_evidence: true, submission_count: 1 };
  const submitted: Dispute = {
    ...dispute,
    evidence: { ...dispute.evidence, ...evidence },
    evidence_details: details,
    status: 'under_review',
  };
  context.disputes.put(dispute.id, submitted);
  emit(context, 'charge.dispute.updated', submitted);
  return submitted;
}

export function decideDispute(context: RequestContext, dispute: Dispute, status: 'won' | 'lost'): Dispute {
  const decided: Dispute = { ...dispute, status };
  context.disputes.put(dispute.id, decided);
  emit(context, 'charge.dispute.closed', decided);
  return decided;
}

/** What the bank has given back of the charge. */
export const sumLostDisputes = (context: RequestContext, charge: Charge): number =>
  context.disputes
    .all()
    .filter((dispute) => dispute.charge === charge.id && dispute.status === 'lost')
    .reduce((sum, { amount }) => sum + amount, 0);

/** Whether a dispute of the charge is undecided, or nothing is left after one that was lost, so that nothing of it can be refunded. */
export function isChargedBack(context: RequestContext, charge: Charge): boolean {
  const disputes = context.disputes.all().filter((dispute) => dispute.charge === charge.id);
  const lost = sumLostDisputes(context, charge);
  return (
    disputes.some(({ status }) => status !== 'won' && status !== 'lost') ||
    (lost > 0 && charge.amount_captured - charge.amount_refunded <= lost)
  );
}
