/** What remotes get of the router; the list is checked against `tools/webpack/provided.ts`. */
export { Link, Navigate, useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
