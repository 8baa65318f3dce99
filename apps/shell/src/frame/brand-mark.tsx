import { useBrand } from '@fareline/ui-theme';
import { SiteLink } from '../navigation/site-link.tsx';

/** The brand's logo and name as a link to the home page; CSS limits the logo to a height of 40 px. (THEME-04) */
export function BrandMark() {
  const { name, logo } = useBrand();
  return (
    <SiteLink className="brand-mark" to="/" aria-label={`${name} home`}>
      <img className="brand-mark__logo" src={logo} alt="" height={32} />
      <span className="brand-mark__name">{name}</span>
    </SiteLink>
  );
}
