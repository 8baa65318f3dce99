import { classNames } from '@fareline/ui-theme';
import { useDeferredValue, useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { TextField } from '../forms/text-field.tsx';

type Rate = (password: string, words: readonly string[]) => number;

interface NewPasswordFieldProps {
  name: string;
  label: string;
  hint: string;
}

/**
 * A new password with a hint of its strength below, which refuses nothing. The estimator has a large dictionary: it is loaded when the
 * field is entered, and there is no hint without it. (SECURITY-07)
 */
export function NewPasswordField(props: NewPasswordFieldProps) {
  const [rate, setRate] = useState<Rate>();
  const loadRate = () =>
    void import('./rate-password.ts').then(
      ({ ratePassword }) => setRate(() => ratePassword),
      () => undefined,
    );
  return (
    <div>
      <TextField {...props} type="password" autoComplete="new-password" onFocus={loadRate} />
      {/* There before its words are, so that a screen reader says them. */}
      <div role="status">{rate && <Strength name={props.name} rate={rate} />}</div>
    </div>
  );
}

/** By the rating from 0 to 4. */
const strengths = ['Weak', 'Weak', 'Fair', 'Good', 'Strong'] as const;

function Strength({ name, rate }: { name: string; rate: Rate }) {
  const values = useDeferredValue(useWatch() as Record<string, unknown>);
  const password = values[name];
  const rating = useMemo(() => {
    if (typeof password !== 'string' || password === '') return undefined;
    const words = Object.entries(values).flatMap(([key, value]) =>
      typeof value === 'string' && key !== name && key !== 'confirmPassword'
        ? [value, ...value.split('@')]
        : [],
    );
    return rate(password, words);
  }, [name, password, rate, values]);
  if (rating === undefined) return null;
  return (
    <p className="flex items-center gap-2 pt-1 caption-text">
      <span aria-hidden className="grid w-24 grid-cols-4 gap-1">
        {[1, 2, 3, 4].map((bar) => (
          <span
            key={bar}
            className={classNames('h-1 rounded-full', bar <= Math.max(rating, 1) ? 'bg-text' : 'bg-muted')}
          />
        ))}
      </span>
      {`Strength: ${strengths[rating]}`}
    </p>
  );
}
