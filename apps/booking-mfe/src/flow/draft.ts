import type { PassengerForm } from '@fareline/contracts';

/**
 * What was entered outlives the screen (a redirect to the results and back), but not the page: it is in memory only, and card
 * details are never in it. (D48)
 */
let draft: PassengerForm | undefined;

export const saveDraft = (form: PassengerForm | undefined): void => {
  draft = form;
};
export const readDraft = (): PassengerForm | undefined => draft;
