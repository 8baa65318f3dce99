export default function Page() {
  return <h1>pages/cookies-page</h1>;
}
