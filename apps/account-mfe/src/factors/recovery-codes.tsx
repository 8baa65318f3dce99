import { Button } from '@fareline/ui-theme';
import { Alert, CopyButton, saveFile } from '@fareline/ui-theme/widgets';
import { useEffect, useRef } from 'react';

interface RecoveryCodesProps {
  codes: readonly string[];
  onKept: () => void;
}

/** Shows new recovery codes, which cannot be shown again. (GUARD-09) */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = codes.join('\n');
  return (
    <section aria-labelledby="recovery-codes" className="grid gap-4">
      <h2 id="recovery-codes" ref={heading} tabIndex={-1} className="section-heading">
        Keep your recovery codes
      </h2>
      <Alert variant="warning">
        They are shown only now. Each lets you in once when you have neither passkey nor app: keep them where
        a thief of your phone does not find them.
      </Alert>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(12rem,1fr))] gap-2">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <CopyButton value={text} label="Copy the recovery codes" />
        <Button
          variant="secondary"
          size="small"
          onClick={() => saveFile(new File([`${text}\n`], 'recovery-codes.txt', { type: 'text/plain' }))}
        >
          Download
        </Button>
        <Button variant="secondary" size="small" onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <Button className="justify-self-start" onClick={onKept}>
        I have kept them
      </Button>
    </section>
  );
}
