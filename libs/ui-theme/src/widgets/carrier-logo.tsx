import Plane from 'lucide-react/icons/plane';
import { useState } from 'react';

/** An airline's logo, or a plane icon when there is none or it fails to load. Decorative: the name is shown next to it. */
export function CarrierLogo({ url, size = 32 }: { url: string | null | undefined; size?: number }) {
  const [failed, setFailed] = useState<string>();
  if (!url || failed === url) {
    return (
      <span className="ui-carrier-logo" data-empty="">
        <Plane size={16} />
      </span>
    );
  }
  return (
    <img
      className="ui-carrier-logo"
      src={url}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      onError={() => setFailed(url)}
    />
  );
}
