import { AppError } from '@fareline/service-kit/app-error';

/** An action or decision that the booking or case does not allow now. */
export const notPossible = (message?: string) =>
  new AppError('ACTION_NOT_POSSIBLE', message ? { message } : {});
