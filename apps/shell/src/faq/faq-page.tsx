export default function Page() {
  return <h1>faq/faq-page</h1>;
}
