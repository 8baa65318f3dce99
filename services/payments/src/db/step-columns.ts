import type { LeaseColumns } from '@fareline/service-kit/db/leases';
import type { Generated, JSONColumnType } from 'kysely';

/** Columns of a row whose steps call a provider. What was called belongs to the state and is cleared with it. */
export interface StepColumns extends LeaseColumns {
  /** When the call of the step last went out; from then on it may have had its effect. */
  called_at: Date | null;
  /** The provider has accepted the call, and its effect follows later. */
  call_accepted: Generated<boolean>;
  /** How the provider has refused a repeat of the call, until it is known whether an earlier one had its effect. */
  refusal: JSONColumnType<object | null, string | null | undefined, string | null>;
  state_since: Generated<Date>;
  /** Id of the last request that started work on the row. */
  request_id: string;
}
