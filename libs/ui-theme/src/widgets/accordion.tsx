import ChevronDown from 'lucide-react/icons/chevron-down';
import { Accordion as RadixAccordion } from 'radix-ui';
import type { ReactNode } from 'react';

export const Accordion = RadixAccordion.Root;

/** One expandable section; with `type="single" collapsible` on the Accordion at most one is open. */
export function AccordionItem({
  value,
  title,
  children,
}: {
  value: string;
  title: ReactNode;
  children: ReactNode;
}) {
  return (
    <RadixAccordion.Item className="ui-accordion__item" value={value}>
      <RadixAccordion.Header className="ui-accordion__header">
        <RadixAccordion.Trigger className="ui-accordion__trigger">
          {title}
          <ChevronDown className="ui-accordion__chevron" size={18} />
        </RadixAccordion.Trigger>
      </RadixAccordion.Header>
      <RadixAccordion.Content className="ui-accordion__content">{children}</RadixAccordion.Content>
    </RadixAccordion.Item>
  );
}
