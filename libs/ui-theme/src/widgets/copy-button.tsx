import { Button, type ButtonStyleProps } from '@fareline/ui-theme';
import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useEffect, useState } from 'react';

export interface CopyButtonProps extends ButtonStyleProps {
  value: string;
  /** The accessible name: "Copy booking reference". */
  label: string;
}

/** Copies `value` to the clipboard and shows success or failure for two seconds. */
export function CopyButton({ value, label, variant = 'secondary', size = 'small' }: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), 2000);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => setState('copied'),
      () => setState('failed'),
    );
  const Icon = state === 'copied' ? Check : Copy;
  return (
    <Button
      className="ui-copy-button"
      variant={variant}
      size={size}
      aria-label={label}
      onClick={() => void copy()}
    >
      <Icon size={16} />
      <span aria-live="polite">{{ idle: 'Copy', copied: 'Copied', failed: 'Could not copy' }[state]}</span>
    </Button>
  );
}
