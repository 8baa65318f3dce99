export default function Page() {
  return <h1>pages/privacy-page</h1>;
}
