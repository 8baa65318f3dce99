/** Offers a sign-in after the session has ended; in a new tab, because this page has values that are not saved. */
export function SignInAgain() {
  return (
    <p>
      <a className="link-text" href="/login" target="_blank" rel="noreferrer">
        Sign in again in a new tab
      </a>
      , then go on here. What you entered stays.
    </p>
  );
}
