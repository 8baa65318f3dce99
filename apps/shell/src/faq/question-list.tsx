import { Accordion, AccordionItem } from '@fareline/ui-theme/widgets';
import type { Question } from './questions.ts';

/** At most one answer is open. (FAQ-02) */
export function QuestionList({ questions }: { questions: readonly Question[] }) {
  return (
    <Accordion type="single" collapsible className="max-w-208">
      {questions.map(({ question, answer }) => (
        <AccordionItem key={question} value={question} title={question}>
          {answer}
        </AccordionItem>
      ))}
    </Accordion>
  );
}
