import { classNames, useBrand } from '@fareline/ui-theme';
import { SiteLink } from '../navigation/site-link.tsx';

/**
 * The brand's logo and name as a link to the home page; the logo is at most 40 px high. On a tablet a menu beside it needs the
 * room of the name. (THEME-04)
 */
export function BrandMark({ hasMenu }: { hasMenu: boolean }) {
  const { name, logo } = useBrand();
  return (
    <SiteLink
      className="flex min-w-0 items-center gap-2.5 text-large/body font-semibold text-text"
      to="/"
      aria-label={`${name} home`}
    >
      <img className="h-8 max-h-[40px] w-auto max-w-32" src={logo} alt="" height={32} />
      <span className={classNames('truncate', hasMenu && 'md:max-lg:hidden')}>{name}</span>
    </SiteLink>
  );
}
