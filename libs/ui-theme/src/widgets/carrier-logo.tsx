import Plane from 'lucide-react/icons/plane';
import { useState } from 'react';

/** Turns the hue furthest from those of the codes before. */
const goldenAngle = 137.508;

/** The background of an airline's monogram, the same for each code and dark enough for white text. */
function getMonogramColour(code: string): string {
  const number = [...code].reduce((sum, letter) => sum * 36 + Number.parseInt(letter, 36), 0);
  return `hsl(${Math.round((number * goldenAngle) % 360)}, 45%, 30%)`;
}

interface CarrierLogoProps {
  url: string | null | undefined;
  /** IATA code of the airline, shown if there is no logo or it does not load. */
  code?: string | null | undefined;
  size?: number;
}

/** An airline's logo, else its code as a monogram, else a plane icon. Decorative: the name is shown next to it. */
export function CarrierLogo({ url, code, size = 32 }: CarrierLogoProps) {
  const [failed, setFailed] = useState<string>();
  if (url && failed !== url)
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
  if (code && /^[A-Z0-9]{2,3}$/.test(code))
    return (
      <span
        className="ui-carrier-logo"
        data-monogram=""
        style={{ backgroundColor: getMonogramColour(code) }}
        aria-hidden
      >
        {code}
      </span>
    );
  return (
    <span className="ui-carrier-logo" data-empty="">
      <Plane size={16} />
    </span>
  );
}
