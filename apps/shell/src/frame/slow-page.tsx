import { staysLoading } from '@fareline/contracts/promises';
import { useAnnounce, useIsSlow } from '@fareline/ui-theme';
import { createPortal } from 'react-dom';

/** Rendered while a page loads: says after ten seconds that it is slow, below the header of the page that is seen meanwhile. (CARE-05) */
export function SlowPage() {
  const isSlow = useIsSlow();
  useAnnounce(isSlow ? staysLoading : '');
  if (!isSlow) return null;
  // Prerendered markup is still shown in place of what the root renders.
  return createPortal(
    <div className="ui-toast-viewport">
      <div className="ui-alert" data-variant="info">
        <p className="ui-alert__body">{staysLoading}</p>
      </div>
    </div>,
    document.body,
  );
}
