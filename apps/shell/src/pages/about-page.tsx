export default function Page() {
  return <h1>pages/about-page</h1>;
}
