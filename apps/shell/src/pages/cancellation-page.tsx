export default function Page() {
  return <h1>pages/cancellation-page</h1>;
}
