import { currencyDigits, parseMinor } from '@fareline/contracts';
import { formatMinorWithCode } from '@fareline/presentation/formats';
import { AppError } from '@fareline/service-kit/app-error';

/** The amount in minor units. Throws VALIDATION_ERROR unless it is one of the currency, `least` or more, and in steps that cards take. */
export function parseAmount(amount: string | number, currency: string, { least = 0, step = 1 } = {}): number {
  const minor = parseMinor(String(amount), currency);
  if (minor === undefined || minor < least) {
    const digits = currencyDigits(currency);
    const most = digits === 0 ? 'without decimals' : `with at most ${digits} decimals`;
    const limit = minor === undefined && Number(amount) > 0 ? most : least === 0 ? 'of 0 or more' : 'above 0';
    throw new AppError('VALIDATION_ERROR', { message: `Enter an amount in ${currency} ${limit}.` });
  }
  if (minor % step !== 0)
    throw new AppError('VALIDATION_ERROR', {
      message: `Enter an amount in steps of ${formatMinorWithCode(step, currency)}; cards take no smaller ones.`,
    });
  return minor;
}
