/** The part of the router that is shared with remotes, as declared in `tools/webpack/shared-types`. */
export { Link, Navigate, useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
