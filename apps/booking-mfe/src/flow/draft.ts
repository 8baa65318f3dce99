import type { PassengerForm } from '@fareline/contracts';

/**
 * The passenger form, kept in memory when the traveller goes to the results and back. A reload clears it, and it never holds card
 * details. (D48)
 */
let draft: PassengerForm | undefined;

export const saveDraft = (form: PassengerForm | undefined): void => {
  draft = form;
};
export const readDraft = (): PassengerForm | undefined => draft;
