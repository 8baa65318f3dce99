export default function Page() {
  return <h1>pages/terms-page</h1>;
}
