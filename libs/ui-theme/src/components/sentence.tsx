import { Children, type ReactNode } from 'react';

type Text = string | number | false | null | undefined;

/** Prices, times, and what is written in capitals: codes of airports, flights and currencies, and booking references. */
const untranslatable =
  /((?:[A-Z]{0,3}\p{Sc}|\b[A-Z]{3}\u00A0)[\d,.]*\d[KMB]?|\b\d{1,2}:\d\d\b|\([A-Z]{3}\)|\b(?!CO2)(?=\d*[A-Z])[A-Z\d]{3,6}\b)/u;

function markParts(text: string): ReactNode {
  const parts = text.split(untranslatable);
  if (parts.length === 1) return text;
  return (
    <span>
      {parts.map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : (
          <span key={index} translate="no">
            {part}
          </span>
        ),
      )}
    </span>
  );
}

/** A text whose prices, times and codes translators of browsers leave alone. (DOM-02) */
export const Sentence = ({ children }: { children: Text | Text[] }) =>
  markParts(Children.toArray(children).join(''));
