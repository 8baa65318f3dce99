/** What remotes get of the router: as much as `tools/webpack/shared-types` tells them. */
export { Link, Navigate, useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
